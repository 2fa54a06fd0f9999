import { expect, it } from 'vitest'
import { parseJson } from './parse-json.ts'
import { schemeFor } from './scheme.ts'

const definition = (schema: string) =>
  `{"spec":{"versions":[{"schema":{"openAPIV3Schema":{"properties":{"a":${schema}}}}}]}}`
const decoding = (minor: string, schema: string) => () =>
  schemeFor(minor).decode(
    'apiextensions.k8s.io',
    'v1',
    'CustomResourceDefinition',
    parseJson(definition(schema)).value,
  )
const place = 'JSONSchemaProps.spec.versions.schema.openAPIV3Schema.properties'

it.each([
  ['1.34', '{"items":{"type":7}}', `number into Go struct field ${place}.items of type string`],
  ['1.36', '{"items":{"type":7}}', `number into Go struct field ${place}.items.type of type string`],
  ['1.34', '{"items":[1]}', `number into Go struct field ${place}.items of type v1.JSONSchemaProps`],
  ['1.36', '{"items":[1]}', `number into Go struct field ${place}.items of type v1.JSONSchemaProps`],
  [
    '1.36',
    '{"items":{"additionalProperties":{"nullable":1}}}',
    `number into Go struct field ${place}.items.additionalProperties.nullable of type bool`,
  ],
])('in %s, a schema %s is refused with its place', (minor, schema, text) => {
  expect(decoding(minor, schema)).toThrow(`json: cannot unmarshal ${text}`)
})
