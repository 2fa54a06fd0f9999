// Upstream: staging/src/k8s.io/apiserver/pkg/server/{resourceconfig/helpers.go,storage/resource_config.go}
import { discoveryDialect } from './dialect.ts'
import { byVersionPriority, isAlphaVersion, isBetaVersion, isStableVersion } from './version-priority.ts'

/** A start-up error of the API configuration; its message is what the real component says. */
export class APIConfigError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'APIConfigError'
  }
}

/** `--runtime-config` as it was parsed: key (`api/all`, `apps/v1`, `apps/v1/deployments`) → value. */
export type RuntimeConfig = ReadonlyMap<string, string>

/** The groups and versions that the scheme knows: group → versions, in order of priority. */
export type RegisteredVersions = ReadonlyMap<string, readonly string[]>

const shorthands: readonly [string, (version: string) => boolean][] = [
  ['api/all', () => true],
  ['api/ga', isStableVersion],
  ['api/beta', isBetaVersion],
  ['api/alpha', isAlphaVersion],
]
const isShorthand = (key: string): boolean => shorthands.some(([name]) => name === key)
const gvKey = (group: string, version: string): string => `${group}/${version}`

/** Which group versions and resources are switched on. Keys: `group/version`, `group/version/resource`; core is the empty group. */
export class ResourceConfig {
  readonly versions = new Map<string, boolean>()
  readonly resources = new Map<string, boolean>()
  /** The group versions that --runtime-config names explicitly, not by a shorthand such as `api/all`. */
  readonly explicitVersions = new Map<string, boolean>()
  readonly explicitResources = new Map<string, boolean>()

  setVersion(key: string, enabled: boolean): void {
    this.versions.set(key, enabled)
    for (const map of [this.resources, this.explicitResources])
      for (const resource of [...map.keys()]) if (resource.startsWith(`${key}/`)) map.delete(resource)
  }
  enabled(group: string, version: string, resource: string): boolean {
    const key = gvKey(group, version)
    return this.resources.get(`${key}/${resource}`) ?? this.versions.get(key) ?? false
  }
  /** @param defaults group versions and resources that are on without any flag. */
  static merge(
    defaults: ResourceConfig,
    overrides: RuntimeConfig,
    registered: RegisteredVersions,
  ): ResourceConfig {
    for (const [name, matches] of shorthands) {
      const value = overrides.get(name)
      if (value === undefined) continue
      if (value !== 'true' && value !== 'false') throw new APIConfigError(`invalid value ${name}=${value}`)
      for (const key of [...defaults.versions.keys()])
        if (matches(key.slice(key.indexOf('/') + 1))) defaults.setVersion(key, value === 'true')
    }
    applyPreferences(defaults, overrides, registered)
    return defaults
  }
  /** Also switches on every higher version of a group where a version that is not alpha is on. */
  forwardCompatible(overrides: RuntimeConfig, registered: RegisteredVersions): ResourceConfig {
    const out = new ResourceConfig()
    const higher = (group: string, version: string): string[] =>
      [...(registered.get(group) ?? [])]
        .sort(byVersionPriority)
        .filter((v) => byVersionPriority(v, version) < 0)
    for (const [key, enabled] of this.versions) {
      const [group = '', version = ''] = key.split('/')
      out.versions.set(key, out.versions.get(key) === true || enabled)
      if (enabled && !isAlphaVersion(version))
        for (const v of higher(group, version)) out.versions.set(gvKey(group, v), true)
    }
    for (const [key, enabled] of this.resources) {
      const [group = '', version = '', resource = ''] = key.split('/')
      out.resources.set(key, enabled)
      if (enabled && !isAlphaVersion(version))
        for (const v of higher(group, version)) out.resources.set(`${gvKey(group, v)}/${resource}`, true)
    }
    applyPreferences(out, overrides, registered)
    return out
  }
}

function applyPreferences(
  config: ResourceConfig,
  overrides: RuntimeConfig,
  registered: RegisteredVersions,
): void {
  const resources: [string, boolean][] = []
  for (const [key, value] of [...overrides].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (isShorthand(key)) continue
    const parsed = parseKey(key)
    if (parsed === undefined) continue
    const versions = registered.get(parsed.group)
    if (versions === undefined) continue
    if (!versions.includes(parsed.version))
      throw new APIConfigError(
        `group version ${key.split('/').slice(0, 2).join('/')} that has not been registered`,
      )
    const enabled = parseValue(key, value)
    const version = gvKey(parsed.group, parsed.version)
    if (parsed.resource === undefined) {
      config.explicitVersions.set(version, enabled)
      config.setVersion(version, enabled)
    } else if (parsed.resource.toLowerCase() === parsed.resource)
      resources.push([`${version}/${parsed.resource}`, enabled])
    else
      throw new APIConfigError(
        `invalid key ${key}: group/version/resource and resource is always lowercase plural, not ${JSON.stringify(parsed.resource)}`,
      )
  }
  for (const [key, enabled] of resources) {
    config.explicitResources.set(key, enabled)
    config.resources.set(key, enabled)
  }
}

/** `v1` alone is core's (`/v1`); keys with one or with more than three parts say nothing. */
function parseKey(key: string): { group: string; version: string; resource?: string } | undefined {
  const [group, version, resource, more] = key.split('/')
  if (group === undefined || version === undefined || more !== undefined) return undefined
  return { group, version, ...(resource === undefined ? {} : { resource }) }
}

function parseValue(key: string, value: string): boolean {
  if (['', '1', 't', 'T', 'TRUE', 'true', 'True'].includes(value)) return true
  if (['0', 'f', 'F', 'FALSE', 'false', 'False'].includes(value)) return false
  throw new APIConfigError(
    `invalid value of ${key}: ${value}, err: strconv.ParseBool: parsing ${JSON.stringify(value)}: invalid syntax`,
  )
}

/** Core's own spellings (`v1`, `api/v1`) become `/v1`; the deprecated `api/legacy` means nothing. Upstream: controlplane/apiserver/options Complete. */
export function completeRuntimeConfig(flags: RuntimeConfig): RuntimeConfig {
  const out = new Map<string, string>()
  for (const [key, value] of flags) {
    if (key === 'api/legacy') continue
    out.set(/^(api\/)?v1(\/|$)/.test(key) ? '/v1' : key, value)
  }
  return out
}

/** The findings of `APIEnablementOptions.Validate`: malformed keys and groups that no server of the process knows. */
export function validateRuntimeConfig(
  overrides: RuntimeConfig,
  registered: RegisteredVersions,
  minor: number,
): string[] {
  const { runtimeConfigLead: lead, namesUnknownVersions } = discoveryDialect(minor)
  if (overrides.get('api/all') === 'false' && overrides.size === 1) return [`${lead} with only api/all=false`]
  const unknown = new Set<string>()
  for (const key of [...overrides.keys()].sort()) {
    if (isShorthand(key)) continue
    const parsed = parseKey(key)
    if (parsed === undefined) return [`runtime-config invalid key ${key}`]
    if (!registered.has(parsed.group))
      unknown.add(namesUnknownVersions ? gvKey(parsed.group, parsed.version) : parsed.group)
  }
  return unknown.size === 0 ? [] : [`unknown api groups ${[...unknown].sort().join(',')}`]
}
