// An object that has a field, made from the schemas: of a name in a text nothing more is known than the name.
import type { JsonObject, KubeObject } from '../../apimachinery/json.ts'
import { type Scheme, schemeFor } from '../../apimachinery/scheme/scheme.ts'
import { releaseFacts, type SchemaFacts } from '../../component-base/release-facts.ts'
import { resources } from '../../server/registry/index.ts'
import type { Seen } from './snapshot.ts'

/** A made-up object with a field. */
export interface FieldExample {
  seen: Seen
  /** `spec.trafficDistribution` */
  field: string
}

/** Deeper fields are of templates and lists. */
const deepest = 4
const byRelease = new Map<string, ReadonlyMap<string, FieldExample>>()

/**
 * An object of the kind that has a field of this name nearest to its top; undefined where there is none, or several are as near.
 * @param release a recorded minor release, as `1.34`
 */
export function exampleWith(name: string, release: string): FieldExample | undefined {
  const examples = byRelease.get(release) ?? examplesOf(release)
  byRelease.set(release, examples)
  return examples.get(name)
}

interface Place {
  owner: Omit<Seen, 'object'> & { kind: string }
  path: readonly string[]
  value: unknown
}

function examplesOf(release: string): Map<string, FieldExample> {
  const places = new Map<string, Place[]>()
  for (const place of placesIn(release)) {
    const name = place.path.at(-1)!
    const known = places.get(name) ?? []
    const depth = known[0]?.path.length ?? deepest + 1
    if (place.path.length < depth) places.set(name, [place])
    else if (place.path.length === depth) known.push(place)
  }
  return new Map(
    [...places].flatMap(([name, [place, ...more]]) => (more.length > 0 ? [] : [[name, exampleAt(place!)]])),
  )
}

function placesIn(release: string): Place[] {
  const scheme = schemeFor(release)
  const { groupVersions } = releaseFacts(release, 'discovery')
  return resources.flatMap(({ group, resource, rules }) => {
    if (rules === undefined) return []
    const served = groupVersions.find(
      (one) => one.group === group && one.resources.some(({ name }) => name === resource),
    )
    const kind = served?.resources.find(({ name }) => name === resource)?.kind
    if (served === undefined || kind === undefined) return []
    const type = scheme.typeName(group, served.version, kind)
    const owner = { group, version: served.version, resource, path: '', kind }
    return type === undefined
      ? []
      : fieldsOf(scheme, scheme.schema(type), []).map((place) => ({ owner, ...place }))
  })
}

function fieldsOf(
  scheme: Scheme,
  schema: SchemaFacts | undefined,
  path: readonly string[],
): Omit<Place, 'owner'>[] {
  if (path.length >= deepest) return []
  return Object.entries(schema?.properties ?? {})
    .filter(([name]) => path.length > 0 || name === 'spec' || name === 'status')
    .flatMap(([name, facts]) => {
      const inner = resolved(scheme, facts)
      const own = [...path, name]
      return [{ path: own, value: exampleValue(scheme, facts) }, ...fieldsOf(scheme, inner, own)]
    })
}

const resolved = (scheme: Scheme, facts: SchemaFacts): SchemaFacts | undefined =>
  facts.$ref === undefined ? facts : scheme.schema(facts.$ref)

/** Of the field's type; a text is an address, which is one of the few that mean something wherever they stand. */
function exampleValue(scheme: Scheme, facts: SchemaFacts): unknown {
  const { type, items } = resolved(scheme, facts) ?? {}
  if (type === 'array') return [items === undefined ? {} : exampleValue(scheme, items)]
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return 1
  return type === 'string' ? '192.0.2.1' : {}
}

function exampleAt({ owner: { kind, ...owner }, path, value }: Place): FieldExample {
  const [top = '', ...rest] = path
  const object: JsonObject = { spec: {}, status: {} }
  const inner = rest.toReversed().reduce<unknown>((within, name) => ({ [name]: within }), value)
  object[top] = inner as JsonObject
  const apiVersion = owner.group === '' ? owner.version : `${owner.group}/${owner.version}`
  const metadata = { name: 'example', namespace: 'default' }
  return {
    seen: { ...owner, object: { ...object, apiVersion, kind, metadata } as unknown as KubeObject },
    field: path.join('.'),
  }
}
