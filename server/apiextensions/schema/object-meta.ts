// Upstream: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta

import { errorText, type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { isObject, type JsonObject, type JsonValue, type ObjectMeta } from '../../../apimachinery/json.ts'
import { groupVersionError } from '../../../apimachinery/scheme/api-version.ts'
import { isDNS1035Label, nameIsPathSegment } from '../../../apimachinery/validation/names.ts'
import { validateObjectMeta } from '../../../apimachinery/validation/object-meta.ts'
import { decodableFields, type ObjectMetaDecoder, objectMetaDecoder } from './decode-object-meta.ts'
import { schemaDialect } from './dialect.ts'
import { fieldAt, invalid } from './go-value.ts'
import { additionalOf, asResource, propertyOf, type Structural } from './structural.ts'

/** Calls `visit` with the values of all fields and items that the schema describes. */
function eachChild(
  value: unknown,
  schema: Structural,
  path: FieldPath,
  visit: (value: unknown, schema: Structural | undefined, path: FieldPath) => void,
): void {
  if (Array.isArray(value)) for (const [i, item] of value.entries()) visit(item, schema.items, path.index(i))
  else if (isObject(value))
    for (const key of Object.keys(value)) {
      const property = propertyOf(schema, key)
      if (property) visit(value[key], property, path.child(key))
      else if (schema.additionalProperties !== undefined)
        visit(value[key], additionalOf(schema), path.key(key))
    }
}

/** The first thing that is no type or object metadata of an embedded object. */
class NotCoercible extends Error {
  readonly field: FieldError

  constructor(field: FieldError) {
    super(errorText(field))
    this.field = field
  }
}

class Coercer {
  readonly unknown: string[] = []
  readonly #decoder: ObjectMetaDecoder
  readonly #minor: number | undefined

  /** @param minor undefined: fields that cannot be decoded are dropped; else they are errors */
  constructor(decoder: ObjectMetaDecoder, minor: number | undefined) {
    this.#decoder = decoder
    this.#minor = minor
  }

  coerce(value: unknown, schema: Structural | undefined, path: FieldPath): void {
    if (!schema) return
    if (schema['x-kubernetes-embedded-resource'] && isObject(value)) this.#resource(value, path)
    eachChild(value, schema, path, (child, childSchema, at) => this.coerce(child, childSchema, at))
  }

  #resource(object: JsonObject, path: FieldPath): void {
    for (const key of ['apiVersion', 'kind'])
      if (Object.hasOwn(object, key) && typeof object[key] !== 'string') {
        this.#refuse(path.child(key), object[key], 'must be a string')
        delete object[key]
      }
    if (Object.hasOwn(object, 'metadata')) this.#metadata(object, path.child('metadata'))
  }

  #metadata(object: JsonObject, path: FieldPath): void {
    let decoded = this.#decoder(object['metadata'])
    if (decoded.error !== undefined) {
      this.#refuse(path, object['metadata'], decoded.error)
      decoded = decodableFields(object['metadata'], this.#decoder)
    }
    if (decoded.error !== undefined) return
    object['metadata'] = decoded.meta as unknown as JsonValue
    this.unknown.push(...decoded.unknown.map((name) => `${path}.${name}`))
  }

  #refuse(path: FieldPath, value: unknown, detail: string): void {
    if (this.#minor !== undefined) throw new NotCoercible(invalid(path, value, detail, this.#minor))
  }
}

/** The result of coercing: the paths of unknown fields in embedded metadata, sorted; or the error that prevents it. */
export type Coerced =
  | { readonly unknown: string[]; readonly error?: undefined }
  | { readonly error: { readonly text: string; readonly field: FieldError }; readonly unknown?: undefined }

/** Decodes the type and metadata of embedded objects, in place: unknown fields of metadata are dropped, wrong types an error. */
export function coerceEmbedded(
  value: unknown,
  schema: Structural | undefined,
  minor: number,
  path = FieldPath.root,
): Coerced {
  const coercer = new Coercer(objectMetaDecoder(minor), minor)
  try {
    coercer.coerce(value, schema, path)
    return { unknown: coercer.unknown.sort() }
  } catch (error) {
    if (!(error instanceof NotCoercible)) throw error
    return { error: { text: error.message, field: error.field } }
  }
}

/** Drops what is wrong in the type and metadata of an object and those embedded in it, in place. */
export function dropInvalidMetadata(
  value: unknown,
  schema: Structural,
  decoder: ObjectMetaDecoder,
  isResource = true,
): void {
  new Coercer(decoder, undefined).coerce(value, isResource ? asResource(schema) : schema, FieldPath.root)
}

function kindErrors(kind: unknown, path: FieldPath, minor: number): FieldError[] {
  if (typeof kind !== 'string') return [invalid(path, kind, 'must be a string', minor)]
  if (kind === '') return [field.invalid(path, kind, 'must not be empty')]
  const errors = isDNS1035Label(kind.toLowerCase())
  const text = `may have mixed case, but should otherwise match: ${errors.join(',')}`
  return errors.length > 0 ? [field.invalid(path, kind, text)] : []
}

function apiVersionErrors(apiVersion: unknown, path: FieldPath, minor: number): FieldError[] {
  if (typeof apiVersion !== 'string') return [invalid(path, apiVersion, 'must be a string', minor)]
  if (apiVersion === '') return [field.invalid(path, apiVersion, 'must not be empty')]
  const wrong = groupVersionError(apiVersion)
  return wrong === undefined ? [] : [field.invalid(path, apiVersion, wrong)]
}

class Validator {
  readonly errors: FieldError[] = []
  readonly #decoder: ObjectMetaDecoder
  readonly #minor: number

  constructor(minor: number) {
    this.#decoder = objectMetaDecoder(minor)
    this.#minor = minor
  }

  validate(value: unknown, schema: Structural | undefined, path: FieldPath): void {
    if (!schema) return
    if (schema['x-kubernetes-embedded-resource'] && isObject(value)) this.#resource(value, path)
    eachChild(value, schema, path, (child, childSchema, at) => this.validate(child, childSchema, at))
  }

  #resource(object: JsonObject, path: FieldPath): void {
    this.#required(object, 'apiVersion', path, apiVersionErrors)
    this.#required(object, 'kind', path, kindErrors)
    if (Object.hasOwn(object, 'metadata')) this.#metadata(object['metadata'], path.child('metadata'))
  }

  #required(object: JsonObject, name: string, path: FieldPath, errorsOf: typeof kindErrors): void {
    const at = path.child(name)
    if (Object.hasOwn(object, name)) this.errors.push(...errorsOf(object[name], at, this.#minor))
    else this.errors.push(field.required(fieldAt(at), schemaDialect(this.#minor).missingTypeText))
  }

  #metadata(metadata: unknown, path: FieldPath): void {
    const decoded = this.#decoder(metadata)
    if (decoded.error !== undefined) {
      this.errors.push(invalid(path, metadata, decoded.error, this.#minor))
      return
    }
    const { meta } = decoded
    // A name is not required, but checked.
    const named: ObjectMeta = meta.name ? meta : { ...meta, name: 'fakename' }
    this.errors.push(
      ...validateObjectMeta(named, Boolean(meta.namespace), nameIsPathSegment, path, this.#minor),
    )
  }
}

/** The errors of the type and metadata of objects that are embedded in a resource. */
export function validateEmbedded(
  value: unknown,
  schema: Structural | undefined,
  minor: number,
  path = FieldPath.root,
): FieldError[] {
  const validator = new Validator(minor)
  validator.validate(value, schema, path)
  return validator.errors
}
