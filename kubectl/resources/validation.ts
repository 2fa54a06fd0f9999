// What kubectl itself checks of a file's object, where its kind cannot be patched and so has no fieldValidation on the server.
// Upstream: kubectl/pkg/validation, kube-openapi/pkg/util/proto/validation
import { isObject } from '../../apimachinery/json.ts'
import { parseApiVersion } from '../../apimachinery/scheme/api-version.ts'
import { goQuote } from '../../component-base/go/quote.ts'
import type { SchemaFacts } from '../../component-base/release-facts.ts'
import { ErrorList, KubectlError } from '../errors.ts'
import type { Session } from '../session.ts'
import { resourceOfKind } from './discovery.ts'
import { type OpenApiSchemas, openApiSchemas } from './openapi.ts'

/** The fieldValidation that --validate asks for. Upstream: kubectl/pkg/cmd/util/helpers.go GetValidationDirective */
export function validationDirective(session: Session): string {
  const given = session.flags.string('validate', 'strict')
  const directive = {
    true: 'Strict',
    strict: 'Strict',
    warn: 'Warn',
    false: 'Ignore',
    ignore: 'Ignore',
  }[given]
  if (directive === undefined)
    throw new KubectlError(
      `invalid - validate option "${given}"; must be one of: strict (or true), warn, ignore (or false)`,
    )
  return directive
}

/** Rejects with what is wrong with a document of a file, by --validate; `error validating "a.yaml": …`. */
export async function validateDocument(session: Session, value: unknown, source: string): Promise<void> {
  const problems = await documentProblems(session, value)
  if (problems.length === 0) return
  const { message } = new ErrorList(problems.map((text) => new KubectlError(text)))
  throw new KubectlError(
    `error validating ${goQuote(source)}: error validating data: ${message}; if you choose to ignore these errors, turn validation off with --validate=false`,
  )
}

/** What is wrong with a document, by --validate; empty for nothing. */
export async function documentProblems(session: Session, value: unknown): Promise<string[]> {
  const directive = validationDirective(session)
  if (directive === 'Ignore') return []
  const untyped = typeProblems(value)
  return untyped.length > 0 || directive !== 'Strict' ? untyped : modelProblems(session, value as Typed)
}

interface Typed {
  apiVersion: string
  kind: string
  items?: unknown
}

function typeProblems(value: unknown): string[] {
  if (!isObject(value)) return ['invalid object to validate']
  return ['apiVersion', 'kind'].flatMap((key) => {
    const given = value[key]
    if (given === undefined || given === null) return [`${key} not set`]
    return typeof given === 'string' ? [] : [`${key} isn't string type`]
  })
}

async function modelProblems(session: Session, value: Typed): Promise<string[]> {
  const { apiVersion, kind, items } = value
  if (apiVersion !== 'v1' || kind !== 'List') {
    const resource = resourceOfKind(await session.resources(), apiVersion, kind)
    return resource?.verbs.includes('patch') === true ? [] : ofModel(session, value)
  }
  if (!Array.isArray(items)) return ['invalid object to validate']
  const found: string[] = []
  for (const item of items as unknown[]) {
    const untyped = typeProblems(item)
    found.push(...(untyped.length > 0 ? untyped : await ofModel(session, item as Typed)))
  }
  return found
}

/** Of a kind that the server does not know nothing is checked. */
async function ofModel(session: Session, value: Typed): Promise<string[]> {
  const { group, version } = parseApiVersion(value.apiVersion)
  const schemas = await openApiSchemas(session, { group, version })
  const name = schemas?.typeName(group, version, value.kind)
  if (schemas === undefined || name === undefined) return []
  return new Model(schemas).check(value, { $ref: name }, value.kind, name)
}

type Shape = 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'map'

const shapeOf = (value: unknown): Shape => {
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value === 'boolean' ? 'boolean' : typeof value === 'string' ? 'string' : 'map'
}

/** As OpenAPI v2 tells types, in which quantities and int-or-strings are strings, and strings take any plain value. */
class Model {
  private readonly schemas: OpenApiSchemas
  constructor(schemas: OpenApiSchemas) {
    this.schemas = schemas
  }

  /** @param path of the value, `List.items[0]` @param type the type's name, with the fields that lead from it */
  check(value: unknown, schema: SchemaFacts, path: string, type: string): string[] {
    const reference = referenceOf(schema)
    if (reference !== undefined) {
      const target = this.schemas.schema(reference)
      const name = reference.slice(reference.lastIndexOf('/') + 1)
      return target === undefined ? [] : this.check(value, target, path, name)
    }
    const wanted = kindOf(schema)
    if (wanted === undefined) return []
    const shape = shapeOf(value)
    const mistyped = [
      `ValidationError(${path}): invalid type for ${type}: got "${shape}", expected "${wanted}"`,
    ]
    if (wanted === 'array')
      return Array.isArray(value) ? this.items(value, schema.items ?? {}, path, type) : mistyped
    if (wanted === 'map') return isObject(value) ? this.fields(value, schema, path, type) : mistyped
    if (shape === 'array' || shape === 'map') return mistyped
    const fits =
      wanted === 'string' ||
      wanted === shape ||
      (wanted !== 'boolean' && ['integer', 'number'].includes(shape))
    return fits ? [] : mistyped
  }

  private items(values: readonly unknown[], schema: SchemaFacts, path: string, type: string): string[] {
    return values.flatMap((value, i) => {
      const place = `${path}[${i}]`
      return value === null
        ? [`ValidationError(${path}): unknown object type "nil" in ${place}`]
        : this.check(value, schema, place, type)
    })
  }

  private fields(
    value: Readonly<Record<string, unknown>>,
    { properties, additionalProperties, required = [] }: SchemaFacts,
    path: string,
    type: string,
  ): string[] {
    const keys = Object.keys(value).sort()
    if (properties === undefined)
      return keys.flatMap((key) =>
        value[key] === null
          ? [`unknown object type "nil" in ${path}.${key}`]
          : this.check(value[key], additionalProperties ?? {}, `${path}.${key}`, type),
      )
    const known = (key: string): boolean => Object.hasOwn(properties, key)
    return [
      ...keys
        .filter((key) => value[key] !== null)
        .flatMap((key) =>
          known(key)
            ? this.check(value[key], properties[key]!, `${path}.${key}`, `${type}.${key}`)
            : [`ValidationError(${path}): unknown field "${key}" in ${type}`],
        ),
      ...required
        .filter((key) => !Object.hasOwn(value, key) || value[key] === null)
        .map((key) => `ValidationError(${path}): missing required field "${key}" in ${type}`),
    ]
  }
}

function referenceOf(schema: SchemaFacts): string | undefined {
  if (schema.$ref !== undefined) return schema.$ref
  const [only] = (schema['allOf'] ?? []) as SchemaFacts[]
  return only?.$ref
}

function kindOf({ type, oneOf }: SchemaFacts): Exclude<Shape, never> | undefined {
  if (oneOf !== undefined) return 'string'
  return type === 'object' ? 'map' : (type as Shape | undefined)
}
