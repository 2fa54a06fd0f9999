// Upstream: staging/src/k8s.io/apiserver/pkg/server/deleted_kinds.go
import { minorOf } from '../../../component-base/minor.ts'
import type { ResourceFacts } from '../../../component-base/release-facts.ts'
import { APIConfigError, type ResourceConfig } from './runtime-config.ts'
import { byVersionPriority, isAlphaVersion } from './version-priority.ts'

/** `group/version/Kind` → releases, as releases/<r>/api-lifecycle.json has them. */
export type Lifecycle = Readonly<
  Record<string, { introduced?: string; deprecated?: string; removed?: string; replacement?: string }>
>

/** `1.34` → 34; none → 0. */
export const releaseNumber = (release: string | undefined): number =>
  release === undefined ? 0 : minorOf(release)

/** The emulated release, and the flags that serve APIs beyond it. */
export interface AvailabilityOptions {
  readonly emulation: number
  readonly emulationForwardCompatible: boolean
  readonly runtimeConfigEmulationForwardCompatible: boolean
  /** KUBE_APISERVER_SERVE_REMOVED_APIS_FOR_ONE_RELEASE */
  readonly serveRemovedForOneRelease: boolean
}

type Versions = { version: string; resources: ResourceFacts[] }[]

/** Takes from one group's versions what the emulated release has removed, or does not know yet. Throws where a flag asks for the latter by name. */
export function availableVersions(
  group: string,
  versions: Versions,
  lifecycle: Lifecycle,
  config: ResourceConfig,
  options: AvailabilityOptions,
): Versions {
  const remaining = versions
    .map((v) => ({
      ...v,
      resources: v.resources.filter((r) => notRemoved(lifecycle, group, v.version, r, options)),
    }))
    .filter((v) => v.resources.length > 0)
  const enabledLower = new Set<string>()
  const kept = new Map<string, ResourceFacts[]>()
  for (const { version, resources } of [...remaining].sort((a, b) =>
    byVersionPriority(b.version, a.version),
  )) {
    const keep = resources.filter((r) =>
      introduced(lifecycle, group, version, r, config, options, enabledLower.has(r.name)),
    )
    if (keep.length === 0 && config.explicitVersions.get(`${group}/${version}`) === true)
      throw new APIConfigError(
        `cannot enable version ${group}/${version} in runtime-config because all the resources have been introduced after the current version 1.${options.emulation}. Consider setting --runtime-config-emulation-forward-compatible=true`,
      )
    if (!isAlphaVersion(version)) for (const r of keep) enabledLower.add(r.name)
    kept.set(version, keep)
  }
  return remaining
    .map((v) => ({ ...v, resources: kept.get(v.version)! }))
    .filter((v) => v.resources.length > 0)
}

const lifecycleOf = (
  lifecycle: Lifecycle,
  group: string,
  version: string,
  resource: ResourceFacts,
): Lifecycle[string] | undefined =>
  lifecycle[`${resource.group ?? group}/${resource.version ?? version}/${resource.kind}`]

function notRemoved(
  lifecycle: Lifecycle,
  group: string,
  version: string,
  resource: ResourceFacts,
  options: AvailabilityOptions,
): boolean {
  const removed = releaseNumber(lifecycleOf(lifecycle, group, version, resource)?.removed)
  return (
    removed === 0 ||
    removed > options.emulation ||
    (removed === options.emulation && options.serveRemovedForOneRelease)
  )
}

function introduced(
  lifecycle: Lifecycle,
  group: string,
  version: string,
  resource: ResourceFacts,
  config: ResourceConfig,
  options: AvailabilityOptions,
  lowerEnabled: boolean,
): boolean {
  const since = releaseNumber(lifecycleOf(lifecycle, group, version, resource)?.introduced)
  if (since <= options.emulation) return true
  if (options.emulationForwardCompatible && lowerEnabled) return true
  const key = `${group}/${version}`
  const explicit = config.explicitResources.get(`${key}/${resource.name}`) === true
  if (
    options.runtimeConfigEmulationForwardCompatible &&
    (explicit || config.explicitVersions.get(key) === true)
  )
    return true
  if (explicit)
    throw new APIConfigError(
      `cannot enable resource ${key}, Resource=${resource.name} in runtime-config because it is introduced at 1.${since} after the current version 1.${options.emulation}. Consider setting --runtime-config-emulation-forward-compatible=true`,
    )
  return false
}
