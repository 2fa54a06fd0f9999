// Upstream: cmd/kube-scheduler/app/options/configfile.go, pkg/scheduler/apis/config/v1/defaults.go

import { readDocument } from '../../apimachinery/scheme/config-document.ts'
import { notRegistered } from '../../apimachinery/scheme/not-registered.ts'
import { parseDuration } from '../../component-base/go/duration.ts'
import { defaultLeaderElection, type LeaderElectionOptions } from './leader-election-options.ts'

/** What is used of a KubeSchedulerConfiguration. */
export interface SchedulerConfiguration {
  leaderElection: LeaderElectionOptions
  /** The path of its clientConnection; empty: none. */
  kubeconfig: string
  /** Of the first profile. */
  schedulerName: string
}

/** What a scheduler has without a file. */
export const defaultSchedulerConfiguration: SchedulerConfiguration = {
  leaderElection: defaultLeaderElection('kube-scheduler'),
  kubeconfig: '',
  schedulerName: 'default-scheduler',
}

type Fields = Readonly<Record<string, unknown>>

/** The fields of a file's text. Throws an Error in upstream's words where it is no KubeSchedulerConfiguration. */
export function readSchedulerFile(text: string, minor: number): Fields {
  const { apiVersion, kind, value } = readDocument(text)
  if (kind !== 'KubeSchedulerConfiguration' || !apiVersion.startsWith('kubescheduler.config.k8s.io/'))
    throw new Error(notRegistered(kind, apiVersion, minor))
  return value
}

/** The configuration that the fields of a file say, with defaults. Throws an Error that says which field is wrong. */
export function parseSchedulerConfiguration(file: Fields): SchedulerConfiguration {
  const defaults = defaultSchedulerConfiguration
  const profiles = Array.isArray(file['profiles']) ? file['profiles'] : []
  const connection = fieldsOf(file['clientConnection'] ?? {}, 'clientConnection')
  const profile = fieldsOf(profiles[0] ?? {}, 'profiles[0]')
  return {
    leaderElection: leaderElectionOf(fieldsOf(file['leaderElection'] ?? {}, 'leaderElection')),
    kubeconfig: textOf(connection, 'kubeconfig', 'clientConnection') ?? '',
    schedulerName: textOf(profile, 'schedulerName', 'profiles[0]') ?? defaults.schedulerName,
  }
}

/** Where a field is empty or 0 its default counts, as upstream. */
function leaderElectionOf(fields: Fields): LeaderElectionOptions {
  const { leaderElection: defaults } = defaultSchedulerConfiguration
  const at = 'leaderElection'
  const { leaderElect = null } = fields
  if (leaderElect !== null && typeof leaderElect !== 'boolean')
    throw new Error(`${at}.leaderElect: ${shown(leaderElect)} is neither true nor false`)
  return {
    leaderElect: leaderElect ?? defaults.leaderElect,
    leaseDuration: msOf(fields, 'leaseDuration') || defaults.leaseDuration,
    renewDeadline: msOf(fields, 'renewDeadline') || defaults.renewDeadline,
    retryPeriod: msOf(fields, 'retryPeriod') || defaults.retryPeriod,
    resourceLock: textOf(fields, 'resourceLock', at) ?? defaults.resourceLock,
    resourceName: textOf(fields, 'resourceName', at) ?? defaults.resourceName,
    resourceNamespace: textOf(fields, 'resourceNamespace', at) ?? defaults.resourceNamespace,
  }
}

const shown = (value: unknown): string => JSON.stringify(value) ?? 'null'

function fieldsOf(value: unknown, what: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${what} is no object with fields`)
  return value as Fields
}

/** Undefined where it is empty, or not there. */
function textOf(fields: Fields, name: string, at: string): string | undefined {
  const value = Object.hasOwn(fields, name) ? (fields[name] ?? '') : ''
  if (typeof value !== 'string') throw new Error(`${at}.${name}: ${shown(value)} is not a text`)
  return value === '' ? undefined : value
}

function msOf(fields: Fields, name: string): number {
  const text = textOf(fields, name, 'leaderElection')
  return text === undefined ? 0 : parseDuration(text)
}
