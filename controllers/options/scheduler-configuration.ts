// Upstream: cmd/kube-scheduler/app/options/configfile.go, pkg/scheduler/apis/config/v1/defaults.go, k8s.io/kube-scheduler/config

import { isObject, type JsonObject } from '../../apimachinery/json.ts'
import { ComponentConfigScheme } from '../../apimachinery/scheme/component-config.ts'
import { readDocument } from '../../apimachinery/scheme/config-document.ts'
import { notRegistered } from '../../apimachinery/scheme/not-registered.ts'
import { parseDuration } from '../../component-base/go/duration.ts'
import type { Release } from '../../component-base/release.ts'
import { defaultLeaderElection, type LeaderElectionOptions } from './leader-election-options.ts'

/** The parts of a KubeSchedulerConfiguration that are used here. */
export interface SchedulerConfiguration {
  leaderElection: LeaderElectionOptions
  /** The path in `clientConnection.kubeconfig`; empty: none. */
  kubeconfig: string
  /** The schedulerName of the first profile. */
  schedulerName: string
}

/** The configuration of a scheduler without a file. */
export const defaultSchedulerConfiguration: SchedulerConfiguration = {
  leaderElection: defaultLeaderElection('kube-scheduler'),
  kubeconfig: '',
  schedulerName: 'default-scheduler',
}

/** A plugin that a profile names. */
interface Plugin {
  name: string
}

/** A profile of a file. */
export interface SchedulerProfile {
  schedulerName?: string
  percentageOfNodesToScore?: number
  plugins?: Readonly<Record<string, { enabled?: Plugin[]; disabled?: Plugin[] }>>
  pluginConfig?: { name: string; args?: unknown }[]
}

/** A file's configuration: fields that it leaves out are absent, or empty as Go writes them. */
export interface SchedulerFile {
  apiVersion: string
  parallelism?: number
  clientConnection?: { kubeconfig?: string; burst?: number }
  leaderElection?: { leaderElect?: boolean | null } & Partial<
    Record<Exclude<keyof LeaderElectionOptions, 'leaderElect'>, string>
  >
  healthzBindAddress?: string
  metricsBindAddress?: string
  percentageOfNodesToScore?: number
  podInitialBackoffSeconds?: number
  podMaxBackoffSeconds?: number
  profiles?: SchedulerProfile[]
  extenders?: {
    prioritizeVerb?: string
    bindVerb?: string
    weight?: number
    httpTimeout?: string
    managedResources?: { name: string }[]
  }[]
}

const group = 'kubescheduler.config.k8s.io/'
const kindOfFile = 'KubeSchedulerConfiguration'

/** Decodes a file's text strictly. Throws an Error in upstream's words. */
export function readSchedulerFile(text: string, release: Pick<Release, 'facts' | 'minor'>): SchedulerFile {
  const { apiVersion, kind, value, strictErrors } = readDocument(text)
  const scheme = new ComponentConfigScheme(release.facts)
  if (!apiVersion.startsWith(group) || !scheme.has(apiVersion, kind))
    throw new Error(notRegistered(kind, apiVersion, release.minor))
  const decoded = scheme.decode(apiVersion, kind, value)
  if (kind !== kindOfFile)
    throw new Error(`couldn't decode as ${kindOfFile}, got ${apiVersion}, Kind=${kind}: `)
  const file = { ...decoded.value, apiVersion } as unknown as SchedulerFile
  const nested = argumentErrors(file, scheme, release.minor)
  throwStrict([...strictErrors, ...decoded.strictErrors, ...nested])
  return file
}

/** A strict reading found something that is no field. */
class StrictError extends Error {}

const strictly = (errors: readonly string[]): string => `strict decoding error: ${errors.join(', ')}`

function throwStrict(errors: readonly string[]): void {
  if (errors.length > 0) throw new StrictError(strictly(errors))
}

/** The strict errors of the arguments of plugins that the scheme knows. Throws for those that cannot be decoded. */
function argumentErrors(file: SchedulerFile, scheme: ComponentConfigScheme, minor: number): string[] {
  return (file.profiles ?? []).flatMap(({ pluginConfig = [] }, i) =>
    pluginConfig.flatMap(({ name, args }, j) => {
      try {
        if (isObject(args))
          checkArguments({ apiVersion: file.apiVersion, kind: `${name}Args`, ...args }, name)
        return []
      } catch (error) {
        const where = `decoding .profiles[${i}].pluginConfig[${j}]: `
        const why = `decoding args for plugin ${name}: ${(error as Error).message}`
        if (error instanceof StrictError) return [`${where}${strictly([why])}`]
        throw new Error(where + why, { cause: error })
      }
    }),
  )

  function checkArguments(args: JsonObject, name: string): void {
    if (!scheme.has(file.apiVersion, `${name}Args`)) return
    const [apiVersion, kind] = [String(args['apiVersion']), String(args['kind'])]
    if (!scheme.has(apiVersion, kind)) throw new Error(notRegistered(kind, apiVersion, minor))
    throwStrict(scheme.decode(apiVersion, kind, args).strictErrors)
  }
}

/** The configuration that a file says, with defaults. */
export function withDefaults(file: SchedulerFile): SchedulerConfiguration {
  const defaults = defaultSchedulerConfiguration
  return {
    leaderElection: leaderElectionOf(file.leaderElection ?? {}),
    kubeconfig: file.clientConnection?.kubeconfig ?? '',
    schedulerName: profilesOf(file)[0]!.schedulerName ?? defaults.schedulerName,
  }
}

/** A file's profiles with their names: one alone has that of the default. */
export function profilesOf({ profiles = [] }: SchedulerFile): SchedulerProfile[] {
  if (profiles.length > 1) return profiles
  const { schedulerName } = defaultSchedulerConfiguration
  return [{ schedulerName, ...profiles[0] }]
}

/** Where a field is empty or 0 its default counts, as upstream. */
function leaderElectionOf(fields: NonNullable<SchedulerFile['leaderElection']>): LeaderElectionOptions {
  const { leaderElection: defaults } = defaultSchedulerConfiguration
  const ms = (text: string | undefined): number => (text === undefined ? 0 : parseDuration(text))
  return {
    leaderElect: fields.leaderElect ?? defaults.leaderElect,
    leaseDuration: ms(fields.leaseDuration) || defaults.leaseDuration,
    renewDeadline: ms(fields.renewDeadline) || defaults.renewDeadline,
    retryPeriod: ms(fields.retryPeriod) || defaults.retryPeriod,
    resourceLock: fields.resourceLock || defaults.resourceLock,
    resourceName: fields.resourceName || defaults.resourceName,
    resourceNamespace: fields.resourceNamespace || defaults.resourceNamespace,
  }
}
