import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SchemaFacts } from '../../component-base/release-facts.ts'
import type { KubeObject } from '../json.ts'
import { openEnvelope, ProtobufSerializer } from './protobuf.ts'
import { schemeFor } from './scheme.ts'

const minor = '1.34'
const scheme = schemeFor(minor)
const protobuf = new ProtobufSerializer(scheme)
const schema = (name: string): SchemaFacts => scheme.schema(name)!

const specials: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  Time: fc.constant('2020-01-01T00:00:00Z'),
  MicroTime: fc.constant('2020-01-01T00:00:00.123456Z'),
  Quantity: fc.constantFrom('100m', '1Gi', '0'),
  IntOrString: fc.constantFrom(80, 'http', '25%'),
  RawExtension: fc.constant({ a: [1] }),
  FieldsV1: fc.constant({ 'f:a': {} }),
  JSON: fc.constant('x'),
  JSONSchemaPropsOrBool: fc.constantFrom<unknown>(true, false, { type: 'string' }),
  JSONSchemaPropsOrArray: fc.constant({ type: 'string' }),
  JSONSchemaPropsOrStringArray: fc.constant(['a']),
}

/** Values of a schema; `depth` ends recursion. */
function arbitrary(facts: SchemaFacts, depth: number): fc.Arbitrary<unknown> {
  if (facts.$ref !== undefined) {
    const special = specials[facts.$ref.slice(facts.$ref.lastIndexOf('.') + 1)]
    return special ?? (depth > 6 ? fc.constant({}) : members(schema(facts.$ref), depth + 1))
  }
  if (facts.items !== undefined)
    return fc.array(arbitrary(facts.items, depth + 1), { minLength: 1, maxLength: 2 })
  if (facts.additionalProperties !== undefined) {
    return fc.dictionary(
      fc.constantFrom('a', 'b', '__proto__'),
      arbitrary(facts.additionalProperties, depth + 1),
      { minKeys: 1, maxKeys: 2, noNullPrototype: true },
    )
  }
  if (facts.type === 'integer') return fc.integer({ min: -5, max: 2 ** 31 - 1 })
  if (facts.type === 'number') return fc.constantFrom(0.5, 2)
  if (facts.type === 'boolean') return fc.boolean()
  return facts.format === 'byte' ? fc.constant('YWJj') : fc.constantFrom('a', 'b c', 'é')
}

const members = (facts: SchemaFacts, depth: number): fc.Arbitrary<unknown> => {
  // Protobuf has no place for the kind and version of items.
  const own = Object.entries(facts.properties ?? {}).filter(
    ([name]) => name !== 'kind' && name !== 'apiVersion',
  )
  return fc.record(Object.fromEntries(own.map(([name, property]) => [name, arbitrary(property, depth)])), {
    requiredKeys: [],
    noNullPrototype: true,
  })
}

const roundTrip = (object: KubeObject): KubeObject => {
  const body = openEnvelope(protobuf.encode(object))
  expect([body.apiVersion, body.kind]).toEqual([object.apiVersion, object.kind])
  const slash = body.apiVersion.indexOf('/')
  const [group, version] =
    slash < 0 ? ['', body.apiVersion] : [body.apiVersion.slice(0, slash), body.apiVersion.slice(slash + 1)]
  return scheme.decode(group, version, body.kind, protobuf.decode(body.apiVersion, body.kind, body.raw))
    .object
}

describe('ProtobufSerializer', () => {
  it.each([
    ['', 'v1', 'Pod'],
    ['', 'v1', 'Service'],
    ['', 'v1', 'Secret'],
    ['', 'v1', 'Node'],
    ['', 'v1', 'Event'],
    ['apps', 'v1', 'Deployment'],
    ['coordination.k8s.io', 'v1', 'Lease'],
    ['discovery.k8s.io', 'v1', 'EndpointSlice'],
    ['resource.k8s.io', 'v1', 'ResourceSlice'],
    ['authorization.k8s.io', 'v1', 'SubjectAccessReview'],
  ])('gives back what it took: %s/%s %s', (group, version, kind) => {
    const name = scheme.typeName(group, version, kind)!
    fc.assert(
      fc.property(members(schema(name), 0), (value) => {
        const { object } = scheme.decode(group, version, kind, value)
        expect(roundTrip(object)).toEqual(object)
      }),
      { numRuns: 20 },
    )
  })

  it('writes the bytes that upstream writes', () => {
    const { object } = scheme.decode('', 'v1', 'ConfigMap', {
      metadata: { name: 'a', creationTimestamp: '2020-01-01T00:00:00Z' },
      data: { b: '1', a: '' },
    })
    expect(protobuf.encode(object).toString('hex')).toBe(
      '6b3873000a0f0a0276311209436f6e6669674d6170122a0a190a016112001a0022002a003200380042080880c2aff005100012050a0161120012060a01621201311a002200',
    )
  })

  it.each([
    ['', 'empty data'],
    ['6b387300', 'empty body'],
    ['7b7d', 'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]'],
    ['6b3873000aff', 'unexpected EOF'],
  ])('%s: %s', (hex, message) => {
    expect(() => openEnvelope(Buffer.from(hex, 'hex'))).toThrow(message)
  })

  it('has no form for tables', () => {
    expect(protobuf.supports('meta.k8s.io/v1', 'Table')).toBe(false)
    expect(protobuf.supports('v1', 'Status')).toBe(true)
  })

  it('frames watch events', () => {
    const frame = protobuf.watchFrame('ADDED', Buffer.from('x'))
    expect(frame.readUInt32BE(0)).toBe(frame.length - 4)
    expect(frame.subarray(4).toString('hex')).toBe('0a0541444445441203' + '0a0178')
  })
})
