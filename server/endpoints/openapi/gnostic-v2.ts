// Upstream: github.com/google/gnostic-models (openapiv2/OpenAPIv2.proto)
import type { Message, Messages } from './gnostic.ts'
import {
  bounds,
  common,
  holds,
  limits,
  mapOf,
  numbered,
  orReference,
  schemaOrFlag,
} from './gnostic-shapes.ts'

/** Keys of values that are no objects, in the order of their numbers. */
const plain = [
  ['type', 'text'],
  ['format', 'text'],
  ['items', 'PlainItems'],
  ['collectionFormat', 'text'],
  ['default', 'any'],
  ...limits,
  ['enum', 'any[]'],
  ['multipleOf', 'double'],
] as const

/** Where a parameter stands, in the order of the numbers; each has a message of its own. */
const places = ['header', 'formData', 'query', 'path']
const mayBeEmpty = new Set<string>(['formData', 'query'])
const parameterIn = (place: string): string => `parameter in ${place}`
function plainParameter(place: string): Message {
  const keys = [
    ['required', 'flag'],
    ['in', 'text'],
    ['description', 'text'],
    ['name', 'text'],
    ...(mayBeEmpty.has(place) ? [['allowEmptyValue', 'flag'] as const] : []),
    ...plain,
  ] as const
  return { fields: numbered(1, keys), extensions: keys.length + 1 }
}
const placeOf = (value: unknown) => String((value as { in?: unknown }).in)

/** The messages of OpenAPI v2. */
export const messagesV2: Messages = {
  ...common,
  Document: {
    fields: {
      swagger: [1, 'text'],
      info: [2, 'Info'],
      ...numbered(3, [
        ['host', 'text'],
        ['basePath', 'text'],
        ['schemes', 'text[]'],
        ['consumes', 'text[]'],
        ['produces', 'text[]'],
        ['paths', 'Paths'],
        ['definitions', 'Schemas'],
        ['parameters', 'Parameters'],
        ['responses', 'ResponseDefinitions'],
        ['security', 'SecurityRequirement[]'],
        ['securityDefinitions', 'SecurityDefinitions'],
        ['tags', 'Tag[]'],
        ['externalDocs', 'ExternalDocs'],
      ]),
    },
    extensions: 16,
  },
  Info: {
    fields: {
      title: [1, 'text'],
      version: [2, 'text'],
      description: [3, 'text'],
      termsOfService: [4, 'text'],
    },
    extensions: 7,
  },
  Paths: { each: [2, 'PathItem'], extensions: 1 },
  PathItem: {
    fields: {
      $ref: [1, 'text'],
      ...numbered(
        2,
        ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'].map((method) => [method, 'Operation']),
      ),
      parameters: [9, 'ParameterOrReference[]'],
    },
    extensions: 10,
  },
  Operation: {
    fields: numbered(1, [
      ['tags', 'text[]'],
      ['summary', 'text'],
      ['description', 'text'],
      ['externalDocs', 'ExternalDocs'],
      ['operationId', 'text'],
      ['produces', 'text[]'],
      ['consumes', 'text[]'],
      ['parameters', 'ParameterOrReference[]'],
      ['responses', 'Responses'],
      ['schemes', 'text[]'],
      ['deprecated', 'flag'],
      ['security', 'SecurityRequirement[]'],
    ]),
    extensions: 13,
  },
  ParameterOrReference: orReference('Parameter'),
  Parameters: mapOf('Parameter'),
  Parameter: { one: (value) => (placeOf(value) === 'body' ? [1, 'BodyParameter'] : [2, 'PlainParameter']) },
  BodyParameter: {
    fields: {
      description: [1, 'text'],
      name: [2, 'text'],
      in: [3, 'text'],
      required: [4, 'flag'],
      schema: [5, 'Schema'],
    },
    extensions: 6,
  },
  PlainParameter: {
    one(value) {
      const at = places.indexOf(placeOf(value))
      return at < 0 ? undefined : [at + 1, parameterIn(placeOf(value))]
    },
  },
  ...Object.fromEntries(places.map((place) => [parameterIn(place), plainParameter(place)])),
  PlainItems: { fields: numbered(1, plain), extensions: plain.length + 1 },
  Responses: { each: [1, 'ResponseOrReference'], extensions: 2 },
  ResponseDefinitions: mapOf('Response'),
  ResponseOrReference: orReference('Response'),
  Response: { fields: { description: [1, 'text'], schema: [2, 'SchemaItem'] }, extensions: 5 },
  SchemaItem: holds('Schema'),
  Reference: { fields: { $ref: [1, 'text'], description: [2, 'text'] } },
  SecurityDefinitions: mapOf('SecurityDefinition'),
  SecurityDefinition: {
    one: (value) => ((value as { type?: unknown }).type === 'apiKey' ? [2, 'ApiKey'] : undefined),
  },
  ApiKey: {
    fields: { type: [1, 'text'], name: [2, 'text'], in: [3, 'text'], description: [4, 'text'] },
    extensions: 5,
  },
  Schemas: mapOf('Schema'),
  Schema: {
    fields: {
      $ref: [1, 'text'],
      format: [2, 'text'],
      title: [3, 'text'],
      description: [4, 'text'],
      default: [5, 'any'],
      ...numbered(6, bounds),
      ...numbered(21, [
        ['additionalProperties', 'SchemaOrFlag'],
        ['type', 'Texts'],
        ['items', 'Items'],
        ['allOf', 'Schema[]'],
        ['properties', 'Schemas'],
        ['discriminator', 'text'],
        ['readOnly', 'flag'],
      ]),
      externalDocs: [29, 'ExternalDocs'],
      example: [30, 'any'],
    },
    extensions: 31,
  },
  Items: holds('Schema[]'),
  SchemaOrFlag: schemaOrFlag('Schema'),
}
