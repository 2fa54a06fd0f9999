// Upstream: github.com/google/gnostic-models (openapiv3/OpenAPIv3.proto)
import type { Messages } from './gnostic.ts'
import { bounds, common, holds, mapOf, numbered, orReference, schemaOrFlag } from './gnostic-shapes.ts'

/** The types of a `default`, which other values leave empty. */
const defaultTypes: Readonly<Record<string, readonly [number, string]>> = {
  number: [1, 'double'],
  boolean: [2, 'flag'],
  string: [3, 'text'],
}

/** The messages of OpenAPI v3. */
export const messagesV3: Messages = {
  ...common,
  Document: {
    fields: {
      openapi: [1, 'text'],
      info: [2, 'Info'],
      paths: [4, 'Paths'],
      components: [5, 'Components'],
      security: [6, 'SecurityRequirement[]'],
      tags: [7, 'Tag[]'],
      externalDocs: [8, 'ExternalDocs'],
    },
    extensions: 9,
  },
  Info: {
    fields: {
      title: [1, 'text'],
      description: [2, 'text'],
      termsOfService: [3, 'text'],
      version: [6, 'text'],
    },
    extensions: 7,
  },
  Paths: { each: [1, 'PathItem'], extensions: 2 },
  PathItem: {
    fields: {
      $ref: [1, 'text'],
      summary: [2, 'text'],
      description: [3, 'text'],
      ...numbered(
        4,
        ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'].map((method) => [
          method,
          'Operation',
        ]),
      ),
      parameters: [13, 'ParameterOrReference[]'],
    },
    extensions: 14,
  },
  Operation: {
    fields: {
      tags: [1, 'text[]'],
      summary: [2, 'text'],
      description: [3, 'text'],
      externalDocs: [4, 'ExternalDocs'],
      operationId: [5, 'text'],
      parameters: [6, 'ParameterOrReference[]'],
      requestBody: [7, 'BodyOrReference'],
      responses: [8, 'Responses'],
      deprecated: [10, 'flag'],
      security: [11, 'SecurityRequirement[]'],
    },
    extensions: 13,
  },
  ParameterOrReference: orReference('Parameter'),
  Parameter: {
    fields: {
      name: [1, 'text'],
      in: [2, 'text'],
      ...numbered(3, [
        ['description', 'text'],
        ['required', 'flag'],
        ['deprecated', 'flag'],
        ['allowEmptyValue', 'flag'],
        ['style', 'text'],
        ['explode', 'flag'],
        ['allowReserved', 'flag'],
        ['schema', 'SchemaOrReference'],
        ['example', 'any'],
      ]),
      content: [13, 'MediaTypes'],
    },
    extensions: 14,
  },
  BodyOrReference: orReference('RequestBody'),
  RequestBody: {
    fields: { description: [1, 'text'], content: [2, 'MediaTypes'], required: [3, 'flag'] },
    extensions: 4,
  },
  Responses: {
    fields: { default: [1, 'ResponseOrReference'] },
    each: [2, 'ResponseOrReference'],
    extensions: 3,
  },
  ResponseOrReference: orReference('Response'),
  Response: { fields: { description: [1, 'text'], content: [3, 'MediaTypes'] }, extensions: 5 },
  MediaTypes: mapOf('MediaType'),
  MediaType: { fields: { schema: [1, 'SchemaOrReference'], example: [2, 'any'] }, extensions: 5 },
  Components: {
    fields: {
      schemas: [1, 'Schemas'],
      responses: [2, 'ResponsesOrReferences'],
      parameters: [3, 'Parameters'],
      requestBodies: [5, 'Bodies'],
      securitySchemes: [7, 'SecuritySchemes'],
    },
    extensions: 10,
  },
  Schemas: mapOf('SchemaOrReference'),
  ResponsesOrReferences: mapOf('ResponseOrReference'),
  Parameters: mapOf('ParameterOrReference'),
  Bodies: mapOf('BodyOrReference'),
  SecuritySchemes: mapOf('SecuritySchemeOrReference'),
  SecuritySchemeOrReference: orReference('SecurityScheme'),
  SecurityScheme: {
    fields: numbered(1, [
      ['type', 'text'],
      ['description', 'text'],
      ['name', 'text'],
      ['in', 'text'],
      ['scheme', 'text'],
      ['bearerFormat', 'text'],
    ]),
    extensions: 9,
  },
  Reference: { fields: { $ref: [1, 'text'], summary: [2, 'text'], description: [3, 'text'] } },
  SchemaOrReference: orReference('Schema'),
  Schema: {
    fields: {
      nullable: [1, 'flag'],
      readOnly: [3, 'flag'],
      writeOnly: [4, 'flag'],
      externalDocs: [6, 'ExternalDocs'],
      example: [7, 'any'],
      deprecated: [8, 'flag'],
      title: [9, 'text'],
      ...numbered(10, bounds),
      ...numbered(25, [
        ['type', 'text'],
        ['allOf', 'SchemaOrReference[]'],
        ['oneOf', 'SchemaOrReference[]'],
        ['anyOf', 'SchemaOrReference[]'],
        ['not', 'Schema'],
        ['items', 'Items'],
        ['properties', 'Schemas'],
        ['additionalProperties', 'SchemaOrFlag'],
        ['default', 'Default'],
        ['description', 'text'],
        ['format', 'text'],
      ]),
    },
    extensions: 36,
  },
  Items: holds('SchemaOrReference[]'),
  SchemaOrFlag: schemaOrFlag('SchemaOrReference'),
  Default: { one: (value) => defaultTypes[typeof value] },
}
