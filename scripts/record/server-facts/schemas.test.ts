import { expect, it } from 'vitest'
import { recordSchemas, schemaFacts } from './schemas.ts'
import { recordedSource } from './testing/recorded-source.ts'

it('leaves prose and kinds out, also where a field has the name of a keyword', () => {
  const schema = {
    description: 'JSONSchemaProps is a JSON-Schema following Specification Draft 4',
    type: 'object',
    required: ['type', 'description'],
    properties: {
      type: { description: 'the type', type: 'string', default: '', enum: ['b', 'a'] },
      description: { type: 'string' },
      allOf: { type: 'array', items: { $ref: '#/components/schemas/io.k8s.Props' } },
    },
    'x-kubernetes-group-version-kind': [{ group: '', kind: 'Props', version: 'v1' }],
    'x-kubernetes-unions': [{ discriminator: 'type', 'fields-to-discriminateBy': { description: 'D' } }],
  }
  expect(schemaFacts(schema)).toEqual({
    type: 'object',
    required: ['type', 'description'],
    properties: {
      type: { type: 'string', default: '', enum: ['b', 'a'] },
      description: { type: 'string' },
      allOf: { type: 'array', items: { $ref: 'io.k8s.Props' } },
    },
    'x-kubernetes-unions': [{ discriminator: 'type', 'fields-to-discriminateBy': { description: 'D' } }],
  })
})

const reference = [{ $ref: '#/components/schemas/io.k8s.api.core.v1.Lifecycle' }]
const name = 'io.k8s.api.core.v1.Lifecycle'
it.each([
  [{ description: 'Actions', allOf: reference }, { $ref: name }],
  [{ allOf: reference, default: {} }, { $ref: name }],
  [
    { allOf: reference, default: { a: 1 } },
    { $ref: name, default: { a: 1 } },
  ],
  [
    { allOf: reference, default: {}, 'x-kubernetes-patch-strategy': 'retainKeys' },
    { allOf: [{ $ref: name }], default: {}, 'x-kubernetes-patch-strategy': 'retainKeys' },
  ],
  [{ additionalProperties: { allOf: reference } }, { additionalProperties: { $ref: name } }],
  [{ additionalProperties: true }, { additionalProperties: true }],
])('writes a reference as its bare name: %j', (schema, facts) => {
  expect(schemaFacts(schema)).toEqual(facts)
})

it('sorts the keys of types and fields', () => {
  expect(JSON.stringify(schemaFacts({ type: 'object', properties: { b: {}, a: {} } }))).toBe(
    '{"properties":{"a":{},"b":{}},"type":"object"}',
  )
})

const versionInfo = 'io.k8s.apimachinery.pkg.version.Info'
const v2 = {
  definitions: { 'io.k8s.A': { $ref: '#/definitions/io.k8s.B' }, 'io.k8s.C': {}, [versionInfo]: {} },
}

it('reads all documents of OpenAPI 3, and from OpenAPI 2 what they lack', async () => {
  const source = recordedSource({
    '/': { paths: ['/openapi/v2', '/openapi/v3'] },
    '/openapi/v2': v2,
    '/openapi/v3': {
      paths: {
        logs: { serverRelativeURL: '/openapi/v3/logs?hash=1' },
        'api/v1': { serverRelativeURL: '/openapi/v3/api/v1?hash=2' },
        api: { serverRelativeURL: '/openapi/v3/api?hash=3' },
      },
    },
    '/openapi/v3/logs?hash=1': { paths: {} },
    '/openapi/v3/api/v1?hash=2': { components: { schemas: { 'io.k8s.B': { type: 'object' } } } },
    '/openapi/v3/api?hash=3': {
      components: { schemas: { 'io.k8s.A': { type: 'string' }, [versionInfo]: {} } },
    },
  })
  expect(await recordSchemas(source)).toEqual({
    fromV2: 1,
    schemas: { 'io.k8s.A': { type: 'string' }, 'io.k8s.B': { type: 'object' }, 'io.k8s.C': {} },
  })
})

it('reads OpenAPI 2 where there is no other', async () => {
  const source = recordedSource({ '/': { paths: ['/openapi/v2'] }, '/openapi/v2': v2 })
  expect(await recordSchemas(source)).toEqual({
    fromV2: 2,
    schemas: { 'io.k8s.A': { $ref: 'io.k8s.B' }, 'io.k8s.C': {} },
  })
})
