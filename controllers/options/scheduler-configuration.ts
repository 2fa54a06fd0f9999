// Upstream: cmd/kube-scheduler/app/options/configfile.go, pkg/scheduler/apis/config/v1/defaults.go
import { parseDuration } from '../../component-base/go/duration.ts'
import { goQuote } from '../../component-base/go/quote.ts'
import { parse } from '../../component-base/yaml.ts'
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

/** The configuration in a file's text, with defaults. Throws an Error that says which field is wrong. */
export function parseSchedulerConfiguration(text: string): SchedulerConfiguration {
  const file = fieldsOf(parse(text), 'the file')
  const { apiVersion, kind } = file
  if (kind !== 'KubeSchedulerConfiguration' || !String(apiVersion).startsWith('kubescheduler.config.k8s.io/'))
    throw new Error(
      `no kind ${goQuote(String(kind ?? ''))} is registered for version ${goQuote(String(apiVersion ?? ''))}`,
    )
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
