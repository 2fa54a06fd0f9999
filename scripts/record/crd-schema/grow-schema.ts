// Schemas of custom resources, grown by chance over all that a structural schema may say.

import { growRules } from './grow-rules.ts'
import type { Chance } from './random.ts'

/** A schema as JSON. */
export interface Grown {
  [name: string]: unknown
  type?: string
  properties?: Record<string, Grown>
  items?: Grown | undefined
  additionalProperties?: Grown | boolean
}

/** Names of fields: plain ones, keywords, and such as expressions write otherwise or not at all. */
const names = [
  'a',
  'b',
  'count',
  'name',
  'spec',
  'x-y',
  'in',
  'a.b',
  'a__b',
  '1st',
  'namespace',
  'metadata',
  'kind',
]
const textFormats = [
  'date',
  'date-time',
  'duration',
  'email',
  'uri',
  'hostname',
  'ipv4',
  'ipv6',
  'cidr',
  'mac',
  'uuid',
  'uuid3',
  'uuid4',
  'uuid5',
  'isbn',
  'isbn10',
  'isbn13',
  'creditcard',
  'ssn',
  'hexcolor',
  'rgbcolor',
  'byte',
  'password',
  'bsonobjectid',
  'k8s-short-name',
  'k8s-long-name',
  'bogus',
  'int32',
]
/** Patterns of texts. */
export const patterns = ['^[a-z]+$', '^[a-z0-9-]{1,5}$', 'b', '^\\d+(\\.\\d+)?%$', '^(foo|bar)$', 'é']
/** Texts of all kinds. */
export const words = [
  '',
  'a',
  'b',
  'foo',
  'bar',
  'foo-bar',
  'Foo',
  'longer than most',
  '10%',
  '5',
  'é€😀',
  'a"b\\c',
  'line\nbreak',
  '<&>',
  'kube-system',
]
const counts = [0, 1, 2, 3, 5]

type Grower = (chance: Chance, depth: number) => Grown

function text(chance: Chance): Grown {
  const out: Grown = { type: 'string' }
  if (chance.happens(0.3)) out['format'] = chance.one(textFormats)
  if (chance.happens(0.2)) out['maxLength'] = chance.one([0, 1, 3, 5, 20])
  if (chance.happens(0.15)) out['minLength'] = chance.one([0, 1, 2, 4])
  if (chance.happens(0.15)) out['pattern'] = chance.one(patterns)
  if (chance.happens(0.15)) out['enum'] = [...new Set([chance.one(words), chance.one(words), 'foo'])]
  return out
}

function numberLimits(chance: Chance, values: readonly number[]): Grown {
  const out: Grown = {}
  if (chance.happens(0.25)) out['minimum'] = chance.one(values)
  if (chance.happens(0.25)) out['maximum'] = chance.one(values)
  if (chance.happens(0.1)) out['exclusiveMinimum'] = true
  if (chance.happens(0.1)) out['exclusiveMaximum'] = true
  if (chance.happens(0.12)) out['multipleOf'] = chance.one([1, 2, 3, 0.5, 0.1, 2.5])
  if (chance.happens(0.1)) out['enum'] = [...new Set([chance.one(values), chance.one(values), 3])]
  return out
}

function integer(chance: Chance): Grown {
  const out = { type: 'integer', ...numberLimits(chance, [-5, 0, 1, 2, 3, 10, 1.5, 3e9]) }
  return chance.happens(0.3) ? { ...out, format: chance.one(['int32', 'int64', 'uint32', 'date']) } : out
}

function number(chance: Chance): Grown {
  const out = { type: 'number', ...numberLimits(chance, [-1.5, 0, 0.1, 1, 2.5, 10, 1e21]) }
  return chance.happens(0.3) ? { ...out, format: chance.one(['float', 'double', 'int32']) } : out
}

const boolean: Grower = () => ({ type: 'boolean' })

function intOrString(chance: Chance): Grown {
  const both = [{ type: 'integer' }, { type: 'string' }]
  return {
    'x-kubernetes-int-or-string': true,
    ...(chance.happens(0.4) && { anyOf: both }),
    ...(chance.happens(0.2) && { pattern: chance.one(patterns) }),
    ...(chance.happens(0.2) && { maxLength: chance.one([1, 3]) }),
    ...(chance.happens(0.2) && { maximum: chance.one([2, 10]) }),
  }
}

const unknown: Grower = (chance, depth) => ({
  ...(chance.happens(0.5) && { type: 'object' }),
  'x-kubernetes-preserve-unknown-fields': true,
  ...(chance.happens(0.4) && { properties: { a: grow(chance, depth - 1) } }),
})

const embedded: Grower = (chance, depth) => ({
  type: 'object',
  'x-kubernetes-embedded-resource': true,
  ...(chance.happens(0.5)
    ? { 'x-kubernetes-preserve-unknown-fields': true }
    : { properties: { spec: grow(chance, depth - 1) } }),
})

function keyedList(chance: Chance, depth: number): Grown {
  const keys = chance.happens(0.6) ? ['name'] : ['name', 'count']
  const properties: Record<string, Grown> = {
    name: { type: 'string' },
    count: chance.happens(0.5) ? { type: 'integer' } : { type: 'integer', default: 1 },
    b: grow(chance, depth - 1),
  }
  return {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': keys,
    items: { type: 'object', properties, ...(chance.happens(0.7) && { required: ['name'] }) },
  }
}

function list(chance: Chance, depth: number): Grown {
  const out: Grown = chance.happens(0.35)
    ? keyedList(chance, depth)
    : { type: 'array', items: grow(chance, depth - 1) }
  if (out['x-kubernetes-list-type'] === undefined && chance.happens(0.4))
    out['x-kubernetes-list-type'] = chance.one(['set', 'atomic'])
  if (chance.happens(0.3)) out['maxItems'] = chance.one(counts)
  if (chance.happens(0.2)) out['minItems'] = chance.one(counts)
  return out
}

function map(chance: Chance, depth: number): Grown {
  const out: Grown = {
    type: 'object',
    additionalProperties: chance.happens(0.12) ? true : grow(chance, depth - 1),
  }
  if (chance.happens(0.3)) out['maxProperties'] = chance.one(counts)
  if (chance.happens(0.2)) out['minProperties'] = chance.one(counts)
  return out
}

function object(chance: Chance, depth: number): Grown {
  const own = chance.some(names, 0.3)
  const out: Grown = {
    type: 'object',
    properties: Object.fromEntries(own.map((name) => [name, grow(chance, depth - 1)])),
  }
  const required = chance.some([...own, 'b'], 0.25)
  if (required.length > 0) out['required'] = required
  if (chance.happens(0.1)) out['maxProperties'] = chance.one(counts)
  if (chance.happens(0.1)) out['x-kubernetes-map-type'] = chance.one(['atomic', 'granular'])
  return out
}

const leaves: readonly Grower[] = [text, text, text, integer, integer, number, boolean, intOrString]
const branches: readonly Grower[] = [object, object, object, list, list, map, unknown, embedded]

/** What is valid of a value, without its type: for allOf, anyOf, oneOf and not. */
function condition(chance: Chance, schema: Grown, depth: number): Grown {
  const { properties } = schema
  const inner = properties && chance.one(Object.keys(properties))
  if (inner && chance.happens(0.6))
    return chance.happens(0.4)
      ? { required: [inner] }
      : { properties: { [inner]: condition(chance, properties[inner]!, depth - 1) } }
  if (schema.items && chance.happens(0.5)) return { items: condition(chance, schema.items, depth - 1) }
  const { type: _type, ...limits } = growLeaf(chance, schema.type)
  delete limits['x-kubernetes-int-or-string']
  delete limits['anyOf']
  return limits
}

function growLeaf(chance: Chance, type: string | undefined): Grown {
  if (type === 'integer') return integer(chance)
  if (type === 'number') return number(chance)
  if (type === 'array') return { minItems: chance.one(counts) }
  if (type === 'object') return { [chance.one(['minProperties', 'maxProperties'])]: chance.one(counts) }
  return text(chance)
}

function addConditions(chance: Chance, schema: Grown, depth: number): void {
  const several = (): Grown[] =>
    Array.from({ length: 1 + chance.below(3) }, () => condition(chance, schema, depth))
  const word = chance.one(['allOf', 'anyOf', 'oneOf', 'not'])
  if (schema[word] !== undefined) return
  schema[word] = word === 'not' ? condition(chance, schema, depth) : several()
}

const defaults: Readonly<Record<string, readonly unknown[]>> = {
  string: ['foo', '', 'a'],
  integer: [1, 0, 7],
  number: [1.5, 2],
  boolean: [true, false],
  array: [[], [{ name: 'a', zz: 1 }]],
  object: [{}, { a: 'foo', zz: 1 }, { spec: { a: null } }],
}

/** A schema of any kind. */
export function grow(chance: Chance, depth: number): Grown {
  const schema = chance.one(depth > 0 ? [...leaves, ...branches] : leaves)(chance, depth)
  if (chance.happens(0.12)) schema['nullable'] = true
  if (chance.happens(0.1)) addConditions(chance, schema, 2)
  if (chance.happens(0.15) && schema.type) schema['default'] = chance.one(defaults[schema.type]!)
  if (chance.happens(0.25)) schema['x-kubernetes-validations'] = growRules(chance, schema)
  return schema
}

/** A flaw that makes a schema not structural, or not even a schema. */
function spoil(chance: Chance, schema: Grown): void {
  const inner = Object.values(schema.properties ?? {})
  if (inner.length > 0 && chance.happens(0.6)) {
    spoil(chance, chance.one(inner))
    return
  }
  const flaws: readonly (() => void)[] = [
    () => delete schema.type,
    () => (schema['allOf'] = [{ type: 'string', nullable: true, default: 1, description: 'd', title: 't' }]),
    () => (schema['anyOf'] = [{ properties: { zz: { minimum: 1 } } }]),
    () => (schema['not'] = { items: { minLength: 1 } }),
    () => (schema['oneOf'] = [{ additionalProperties: { minLength: 1 }, 'x-kubernetes-list-type': 'set' }]),
    () =>
      (schema['anyOf'] = [
        { 'x-kubernetes-validations': [{ rule: 'true' }], 'x-kubernetes-map-type': 'atomic' },
      ]),
    () =>
      (schema['allOf'] = [
        { 'x-kubernetes-int-or-string': true, 'x-kubernetes-preserve-unknown-fields': true },
      ]),
    () => (schema['pattern'] = '(['),
    () => (schema['$ref'] = '#/definitions/x'),
    () => (schema['patternProperties'] = { a: { type: 'string' } }),
    () => (schema['definitions'] = { a: { type: 'string' } }),
    () => Object.assign(schema, { items: [{ type: 'string' }] }),
    () => (schema['x-kubernetes-preserve-unknown-fields'] = false),
    () => (schema['x-kubernetes-embedded-resource'] = true),
    () => (schema['allOf'] = [{ properties: { metadata: { required: ['a'] } } }]),
    () => (schema['properties'] = { kind: { type: 'integer' }, metadata: { type: 'string' } }),
    () =>
      Object.assign(schema, {
        'x-kubernetes-int-or-string': true,
        'x-kubernetes-preserve-unknown-fields': true,
      }),
    () => Object.assign(schema, { type: 'array', items: undefined }),
  ]
  chance.one(flaws)()
}

/** The schema of a whole resource. */
export function growResource(chance: Chance): Grown {
  const own = ['spec', 'status', 'a', 'b'].filter((name) => name === 'spec' || chance.happens(0.5))
  const properties = Object.fromEntries(own.map((name) => [name, grow(chance, 3)]))
  const schema: Grown = { type: 'object', properties }
  if (chance.happens(0.15)) schema['x-kubernetes-preserve-unknown-fields'] = true
  if (chance.happens(0.2)) schema['required'] = chance.some(['spec', 'a'], 0.5)
  if (chance.happens(0.1)) addConditions(chance, schema, 2)
  if (chance.happens(0.1))
    properties['metadata'] = { type: 'object', properties: { name: { type: 'string', maxLength: 2 } } }
  if (chance.happens(0.2)) schema['x-kubernetes-validations'] = growRules(chance, schema)
  if (chance.happens(0.12)) spoil(chance, schema)
  return schema
}
