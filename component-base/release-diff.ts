// What differs between two releases: gates, APIs, fields and defaults.
import { newComponentGates } from './component-gates.ts'
import { minorOf } from './minor.ts'
import { plannedResources } from './planned-resources.ts'
import type { Release } from './release.ts'
import { releaseFacts, type SchemaFacts } from './release-facts.ts'

/** A gate, resource, field or default that differs between two releases, as `kepsim diff` prints it. */
export interface ReleaseChange {
  /** `gate`, `api` (a resource that is served without flags), `field`, `default`. */
  kind: 'gate' | 'api' | 'field' | 'default'
  name: string
  /** The state in the older release; empty where it does not have the entry. */
  before: string
  after: string
}

type Entries = ReadonlyMap<string, string>

function changes(kind: ReleaseChange['kind'], before: Entries, after: Entries): ReleaseChange[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort()
  return names
    .map((name) => ({ kind, name, before: before.get(name) ?? '', after: after.get(name) ?? '' }))
    .filter((c) => c.before !== c.after)
}

function gates(release: Release): Entries {
  const all = newComponentGates(release, 'kube-apiserver').getAll()
  return new Map(
    [...all].map(([gate, spec]) => {
      const locked = spec.lockToDefault ? ', locked' : ''
      return [gate, `${spec.preRelease === '' ? 'GA' : spec.preRelease} ${spec.default}${locked}`]
    }),
  )
}

function apis(release: Release): Entries {
  const { groupVersions } = releaseFacts(release.facts, 'discovery')
  const recorded = groupVersions.flatMap(({ group, version, resources }) =>
    resources.map((r) => [`${group === '' ? '' : `${group}/`}${version}/${r.name}`, 'served'] as const),
  )
  return new Map([...recorded, ...plannedApis(release)])
}

/** Stable versions are served without flags, others are not. */
function plannedApis(release: Release): (readonly [string, string])[] {
  const planned = plannedResources(release)
  if (planned.length === 0) return []
  const gates = newComponentGates(release, 'kube-apiserver')
  return planned
    .filter(({ gate }) => gate === undefined || gates.enabled(gate))
    .filter(
      ({ version, removed }) => /^v\d+$/.test(version) && !(removed && release.minor >= minorOf(removed)),
    )
    .map(({ group, version, facts }) => [`${group}/${version}/${facts.name}`, 'served'])
}

const typeText = (schema: SchemaFacts): string => schema.$ref ?? schema.items?.$ref ?? schema.type ?? 'any'

/** Fields of types that both releases have, and their defaults. */
function fields(
  release: Release,
  other: Release,
): { types: Map<string, string>; defaults: Map<string, string> } {
  const schemas = releaseFacts(release.facts, 'schemas')
  const known = releaseFacts(other.facts, 'schemas')
  const types = new Map<string, string>()
  const defaults = new Map<string, string>()
  for (const [name, schema] of Object.entries(schemas)) {
    if (!Object.hasOwn(known, name)) continue
    for (const [field, property] of Object.entries(schema.properties ?? {})) {
      types.set(`${name}.${field}`, typeText(property))
      const isEmptyObject = JSON.stringify(property.default) === '{}'
      if (property.default !== undefined && !isEmptyObject)
        defaults.set(`${name}.${field}`, JSON.stringify(property.default))
    }
  }
  for (const [name, added] of Object.entries(release.plan?.types?.(release.minor)?.fields ?? {}))
    for (const { json, schema } of Object.hasOwn(known, name) ? added : [])
      types.set(`${name}.${json}`, typeText(schema))
  return { types, defaults }
}

/** All changes from `from` to `to`, by kind and name. */
export function diffReleases(from: Release, to: Release): ReleaseChange[] {
  const [before, after] = [fields(from, to), fields(to, from)]
  const defaults = changes('default', before.defaults, after.defaults)
  return [
    ...changes('gate', gates(from), gates(to)),
    ...changes('api', apis(from), apis(to)),
    ...changes('field', before.types, after.types),
    // The default of a field that only one release has is not a change of a default.
    ...defaults.filter((c) => before.types.has(c.name) && after.types.has(c.name)),
  ]
}
