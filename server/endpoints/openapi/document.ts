// Upstream: k8s.io/kube-openapi/pkg/{builder,builder3}/openapi.go
import type { Scheme } from '../../../apimachinery/scheme/scheme.ts'
import type { Operation } from './operations.ts'
import type { Parameter } from './parameters.ts'
import { Schemas, typesWithin } from './schemas.ts'

type Json = Record<string, unknown>

const usual = ['application/json', 'application/vnd.kubernetes.protobuf', 'application/yaml']
const streaming = ['application/json;stream=watch', 'application/vnd.kubernetes.protobuf;stream=watch']
const patches = [
  'application/apply-patch+yaml',
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
]
const words: Readonly<Record<number, string>> = { 200: 'OK', 201: 'Created', 202: 'Accepted' }
const security = { BearerToken: { type: 'apiKey', name: 'authorization', in: 'header' } }
const bodyTypes = (operation: Operation): readonly string[] =>
  operation.consumes ?? (operation.method === 'patch' ? patches : ['*/*'])
const produced = (operation: Operation): string[] =>
  [...(operation.produces ?? [...usual, ...(operation.streams ? streaming : [])])].sort()

/** Operations by path, sorted. */
function byPath(operations: readonly Operation[]): [string, Operation[]][] {
  const paths = new Map<string, Operation[]>()
  for (const operation of operations)
    paths.set(operation.path, [...(paths.get(operation.path) ?? []), operation])
  return [...paths].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** Parameters that all operations of a path share stand beside them. */
function shared(operations: readonly Operation[]): Parameter[] {
  const [first, ...others] = operations as [Operation, ...Operation[]]
  const key = (parameter: Parameter): string => `${parameter.name} ${parameter.in} ${parameter.type}`
  const common = first.parameters.filter((parameter) =>
    others.every((other) => other.parameters.some((p) => key(p) === key(parameter))),
  )
  return [...common].sort((a, b) => (a.name === b.name ? (a.in < b.in ? -1 : 1) : a.name < b.name ? -1 : 1))
}

/** The paths of a document with their operations. */
export function pathItems(operations: readonly Operation[], form: 'v2' | 'v3', schemas: Schemas): Json {
  const out: Json = {}
  for (const [path, here] of byPath(operations)) {
    const common = shared(here)
    const item: Json = {}
    for (const operation of here) {
      const own = operation.parameters.filter(
        (parameter) =>
          !common.includes(parameter) &&
          !common.some((c) => c.name === parameter.name && c.in === parameter.in),
      )
      item[operation.method] =
        form === 'v3' ? operationV3(operation, own, schemas) : operationV2(operation, own, schemas)
    }
    if (common.length > 0) item['parameters'] = common.map(form === 'v3' ? parameterV3 : parameterV2)
    out[path] = item
  }
  return out
}

const parameterV3 = ({ name, in: place, type }: Parameter): Json => ({
  name,
  in: place,
  ...(place === 'path' ? { required: true } : {}),
  schema: { type, uniqueItems: true },
})
const parameterV2 = ({ name, in: place, type }: Parameter): Json => ({
  uniqueItems: true,
  type,
  name,
  in: place,
  ...(place === 'path' ? { required: true } : {}),
})

const described = ({ description }: Operation): Json => (description === undefined ? {} : { description })

const extensions = (operation: Operation): Json => ({
  ...(operation.action === undefined ? {} : { 'x-kubernetes-action': operation.action }),
  ...(operation.kind === undefined ? {} : { 'x-kubernetes-group-version-kind': operation.kind }),
})

function operationV3(operation: Operation, parameters: readonly Parameter[], schemas: Schemas): Json {
  const content = (types: readonly string[], schema: Json): Json => ({
    content: Object.fromEntries(types.map((type) => [type, { schema }])),
  })
  const schema = operation.answer === undefined ? { type: 'string' } : schemas.reference(operation.answer)
  const responses = operation.codes.map((code) => [
    String(code),
    { description: words[code], ...content(produced(operation), schema) },
  ])
  const { body, bodyRequired } = operation
  return {
    tags: [operation.tag],
    ...described(operation),
    operationId: operation.id,
    ...(parameters.length === 0 ? {} : { parameters: parameters.map(parameterV3) }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            ...content(bodyTypes(operation), schemas.reference(body)),
            ...(bodyRequired ? { required: true } : {}),
          },
        }),
    responses: { ...Object.fromEntries(responses), 401: { description: 'Unauthorized' } },
    ...extensions(operation),
  }
}

function operationV2(operation: Operation, parameters: readonly Parameter[], schemas: Schemas): Json {
  const schema = operation.answer === undefined ? { type: 'string' } : schemas.reference(operation.answer)
  const { body, bodyRequired } = operation
  const bodies =
    body === undefined
      ? []
      : [
          {
            name: 'body',
            in: 'body',
            ...(bodyRequired ? { required: true } : {}),
            schema: schemas.reference(body),
          },
        ]
  const all = [...bodies, ...parameters.map(parameterV2)]
  return {
    consumes:
      operation.kind === undefined
        ? ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf']
        : bodyTypes(operation),
    produces: produced(operation),
    schemes: ['https'],
    tags: [operation.tag],
    ...described(operation),
    operationId: operation.id,
    ...(all.length === 0 ? {} : { parameters: all }),
    responses: {
      ...Object.fromEntries(
        operation.codes.map((code) => [String(code), { description: words[code], schema }]),
      ),
      401: { description: 'Unauthorized' },
    },
    ...extensions(operation),
  }
}

/** The operations and types of a document. */
export interface DocumentOptions {
  readonly scheme: Scheme
  /** The version of the API that the document names: `1.36`. */
  readonly version: string
  readonly operations: readonly Operation[]
  readonly versions: readonly { readonly group: string; readonly version: string }[]
  /** Whether schemas of enum types list their values. Default true. */
  readonly enums?: boolean
}

function schemasOf(options: DocumentOptions, form: 'v2' | 'v3'): { schemas: Schemas; all: Json } {
  const schemas = new Schemas(options.scheme, form, options.versions, options.enums)
  const roots = options.operations.flatMap(({ body, answer }) =>
    [body, answer].filter((name) => name !== undefined),
  )
  return {
    schemas,
    all: Object.fromEntries(typesWithin(options.scheme, roots).map((name) => [name, schemas.schema(name)])),
  }
}

/** A document of OpenAPI v3, as plain data. */
export function openapiV3(options: DocumentOptions): Json {
  const { schemas, all } = schemasOf(options, 'v3')
  const components = { ...(Object.keys(all).length === 0 ? {} : { schemas: all }), securitySchemes: security }
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: options.version },
    paths: pathItems(options.operations, 'v3', schemas),
    components,
  }
}

/** The document of OpenAPI v2 for all that a server offers. */
export function openapiV2(options: DocumentOptions): Json {
  const { schemas, all } = schemasOf(options, 'v2')
  return {
    swagger: '2.0',
    info: { title: 'Kubernetes', version: options.version },
    paths: pathItems(options.operations, 'v2', schemas),
    definitions: all,
    securityDefinitions: security,
    security: [{ BearerToken: [] }],
  }
}
