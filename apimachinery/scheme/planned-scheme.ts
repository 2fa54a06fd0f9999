// The types of releases to come: those of the facts, with the fields of the plan laid over.
import type { PlannedTypeField, PlannedTypeKind, PlannedTypes } from '../../component-base/plan-extension.ts'
import type { Release } from '../../component-base/release.ts'
import { releaseFacts, type SchemaFacts } from '../../component-base/release-facts.ts'
import { type GoPackage, goTypes } from './go-types.ts'
import type { ProtobufFacts } from './protobuf-message.ts'
import { protoName } from './protobuf-message.ts'
import { type MoreTypes, Scheme, schemeFor } from './scheme.ts'
import { schemeNameOf } from './stored-writer.ts'

/** The schemes of plans by name, so that a stored object's writer is found by its name. */
const planned = new Map<string, Scheme>()

/** The scheme of a release, also of a planned one with fields of its own. */
export function schemeOf({ facts, minor, plan }: Pick<Release, 'facts' | 'minor' | 'plan'>): Scheme {
  const types = plan?.types?.(minor)
  if (types === undefined) return schemeFor(facts)
  const name = `${facts}+${types.name}`
  const known = planned.get(name)
  if (known !== undefined) return known
  const scheme = new Scheme(facts, moreTypes(facts, types))
  planned.set(name, scheme)
  return scheme
}

/**
 * The scheme by whose name a record says who wrote it (`1.36`, `1.36+1a2b3c4d`, `1.36~cbor`): of a plan that this process does not know, that of
 * the recorded release; undefined for any other text.
 */
export const writingScheme = (writer: string, recorded: readonly string[]): Scheme | undefined => {
  const name = schemeNameOf(writer)
  const [release] = name.split('+') as [string]
  return planned.get(name) ?? (recorded.includes(release) ? schemeFor(release) : undefined)
}

function moreTypes(facts: string, { name, fields, kinds, enums }: PlannedTypes): MoreTypes {
  const types: Record<string, GoPackage> = {}
  const schemas: Record<string, SchemaFacts> = {}
  const protobuf: ProtobufFacts = {}
  for (const kind of kinds) {
    const { pkg } = partsOf(kind.type)
    types[pkg] = withKind(types[pkg] ?? goTypes(facts)[pkg], kind)
    const described = kind.description === undefined ? {} : { description: kind.description }
    schemas[kind.type] = {
      ...described,
      type: 'object',
      properties: { apiVersion: { type: 'string' }, kind: { type: 'string' } },
      'x-kubernetes-group-version-kind': [{}],
    }
  }
  for (const [type, added] of Object.entries(fields)) {
    const { pkg, short } = partsOf(type)
    types[pkg] = withFields(types[pkg] ?? goTypes(facts)[pkg]!, short, added)
    const schema = schemas[type] ?? releaseFacts(facts, 'schemas')[type] ?? { type: 'object' }
    schemas[type] = { ...schema, properties: sortedProperties(schema, added), ...requiredOf(schema, added) }
    const message = protoName(type)
    protobuf[message] = {
      ...(releaseFacts(facts, 'protobuf') as ProtobufFacts)[message],
      ...Object.fromEntries(added.map((one) => [one.json, one.protobuf])),
    }
  }
  for (const [type, values] of Object.entries(enums)) {
    const schema = schemas[type] ?? releaseFacts(facts, 'schemas')[type]
    if (schema?.properties !== undefined)
      schemas[type] = { ...schema, properties: withEnums(schema.properties, values) }
  }
  return { name, types, schemas, protobuf }
}

/** Fields whose values OpenAPI does not list stay without a list. */
function withEnums(
  properties: NonNullable<SchemaFacts['properties']>,
  values: Readonly<Record<string, readonly string[]>>,
): NonNullable<SchemaFacts['properties']> {
  const all = { ...properties }
  for (const [name, more] of Object.entries(values)) {
    const known = all[name]?.enum
    if (known !== undefined) all[name] = { ...all[name], enum: [...new Set([...known, ...more])].sort() }
  }
  return all
}

function partsOf(type: string): { pkg: string; short: string } {
  const dot = type.lastIndexOf('.')
  return { pkg: type.slice(0, dot), short: type.slice(dot + 1) }
}

function withKind(pkg: GoPackage | undefined, { type, group, version, kind }: PlannedTypeKind): GoPackage {
  const known = pkg ?? { group, version, name: version, kinds: [], types: {} }
  const lines = [' TypeMeta ~apimachinery.pkg.apis.meta.v1.TypeMeta i']
  return {
    ...known,
    kinds: [...known.kinds, kind].sort(),
    types: { ...known.types, [partsOf(type).short]: lines },
  }
}

function requiredOf(
  { required = [] }: SchemaFacts,
  added: readonly PlannedTypeField[],
): Pick<SchemaFacts, 'required'> {
  const all = [...required, ...added.filter((one) => one.required === true).map(({ json }) => json)]
  return all.length === 0 ? {} : { required: all.sort() }
}

function withFields(pkg: GoPackage, type: string, added: readonly PlannedTypeField[]): GoPackage {
  const known = pkg.types[type]
  const lines = Array.isArray(known) ? (known as readonly string[]) : []
  return { ...pkg, types: { ...pkg.types, [type]: [...lines, ...added.map((one) => one.goLine)] } }
}

function sortedProperties(
  schema: SchemaFacts,
  added: readonly PlannedTypeField[],
): SchemaFacts['properties'] {
  const all = { ...schema.properties, ...Object.fromEntries(added.map((one) => [one.json, one.schema])) }
  return Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)))
}
