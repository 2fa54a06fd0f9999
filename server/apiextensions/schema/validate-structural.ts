// Upstream: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/{validation,complete}.go
import { errorText, type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { regexOf } from '../../../cel/library/regex.ts'
import { CelError } from '../../../cel/values/value.ts'
import { additionalOf, propertyOf, type Structural } from './structural.ts'
import { identity } from './validation/enums.ts'

/** Where a schema stands: what is asked of its type says it in the error. */
type Level = 'at the root' | 'for specified array items' | 'for specified object fields'

const intOrString = identity([{ type: 'integer' }, { type: 'string' }])
const isIntOrString = (anyOf: readonly Structural[] | undefined): boolean =>
  anyOf !== undefined && identity(anyOf) === intOrString

const forbiddenWhereNested: readonly (readonly [keyof Structural, string])[] = [
  ['default', 'must be undefined to be structural'],
  ['title', 'must be empty to be structural'],
  ['description', 'must be empty to be structural'],
  ['nullable', 'must be false to be structural'],
  ['x-kubernetes-preserve-unknown-fields', 'must be false to be structural'],
  ['x-kubernetes-embedded-resource', 'must be false to be structural'],
  ['x-kubernetes-int-or-string', 'must be false to be structural'],
  ['x-kubernetes-list-map-keys', 'must be empty to be structural'],
  ['x-kubernetes-list-type', 'must be undefined to be structural'],
  ['x-kubernetes-map-type', 'must be undefined to be structural'],
  ['x-kubernetes-validations', 'must be empty to be structural'],
]

const quantifiers = ['allOf', 'anyOf', 'oneOf'] as const

/** The conditions of a schema, with where each stands. */
function* conditionsOf(schema: Structural, path: FieldPath): Generator<readonly [Structural, FieldPath]> {
  for (const name of quantifiers)
    for (const [i, one] of (schema[name] ?? []).entries()) yield [one, path.child(name).index(i)]
  if (schema.not) yield [schema.not, path.child('not')]
}

class StructuralValidator {
  readonly errors: FieldError[] = []
  readonly #allowsNestedFalse: boolean

  constructor(allowsNestedFalse: boolean) {
    this.#allowsNestedFalse = allowsNestedFalse
  }

  schema(schema: Structural, level: Level, path: FieldPath): void {
    const { items } = schema
    if (schema.type === 'array' && !items) this.#required(path.child('items'), 'must be specified')
    if (items) this.schema(items, 'for specified array items', path.child('items'))
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      this.schema(property, 'for specified object fields', path.child('properties').key(name))
    this.#additional(schema, level, path)
    this.#extensions(schema, path)
    this.#conditions(schema, path, isIntOrString(schema.anyOf), isIntOrString(schema.allOf?.[0]?.anyOf))
    this.#type(schema, level, path)
    this.#meta(schema, level, path)
  }

  #required(path: FieldPath, text: string): void {
    this.errors.push(field.required(path, text))
  }
  #forbidden(path: FieldPath, text: string): void {
    this.errors.push(field.forbidden(path, text))
  }
  #invalid(path: FieldPath, value: unknown, text: string): void {
    this.errors.push(field.invalid(path, value, text))
  }

  #additional(schema: Structural, level: Level, path: FieldPath): void {
    if (schema.additionalProperties === undefined) return
    const at = path.child('additionalProperties')
    if (level === 'at the root') this.#forbidden(at, 'must not be used at the root')
    const more = additionalOf(schema)
    if (more) this.schema(more, 'for specified object fields', at)
  }

  #extensions(schema: Structural, path: FieldPath): void {
    if (!schema['x-kubernetes-int-or-string']) return
    for (const name of ['x-kubernetes-preserve-unknown-fields', 'x-kubernetes-embedded-resource'] as const)
      if (schema[name])
        this.#invalid(path.child(name), true, 'must be false if x-kubernetes-int-or-string is true')
  }

  #type(schema: Structural, level: Level, path: FieldPath): void {
    const { type = '' } = schema
    const at = path.child('type')
    const isEmbedded = schema['x-kubernetes-embedded-resource'] === true
    const mayBeEmpty = schema['x-kubernetes-int-or-string'] || schema['x-kubernetes-preserve-unknown-fields']
    const embeddedText = 'must be object if x-kubernetes-embedded-resource is true'
    if (isEmbedded && type === '') this.#required(at, embeddedText)
    else if (isEmbedded && type !== 'object') this.#invalid(at, type, embeddedText)
    else if (type === '' && !mayBeEmpty) this.#required(at, `must not be empty ${level}`)
    if (isEmbedded && schema.additionalProperties !== undefined)
      this.#forbidden(
        path.child('additionalProperties'),
        'must not be used if x-kubernetes-embedded-resource is set',
      )
    if (level === 'at the root' && type !== '' && type !== 'object')
      this.#invalid(at, type, 'must be object at the root')
  }

  #meta(schema: Structural, level: Level, path: FieldPath): void {
    const isEmbedded = schema['x-kubernetes-embedded-resource'] === true
    const isResource = level === 'at the root' || isEmbedded
    const properties = path.child('properties')
    for (const name of ['kind', 'apiVersion']) {
      const property = propertyOf(schema, name)
      if (property && isResource && property.type !== 'string')
        this.#invalid(properties.key(name).child('type'), property.type ?? '', 'must be string')
    }
    const metadata = propertyOf(schema, 'metadata')
    if (metadata) this.#metadata(metadata, isResource, level, properties.key('metadata'))
    if (isEmbedded && !schema['x-kubernetes-preserve-unknown-fields'] && !schema.properties)
      this.#required(
        properties,
        'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields',
      )
  }

  #metadata(metadata: Structural, isResource: boolean, level: Level, path: FieldPath): void {
    if (isResource && metadata.type !== 'object')
      this.#invalid(path.child('type'), metadata.type ?? '', 'must be object')
    if (level !== 'at the root') return
    const { type: _type, default: _default, properties = {}, ...more } = metadata
    const names = Object.keys(properties).filter((name) => name !== 'name' && name !== 'generateName')
    if (names.length > 0 || Object.keys(more).length > 0)
      this.#forbidden(
        path,
        'must not specify anything other than name and generateName, but metadata is implicitly specified',
      )
  }

  /** @param skipsAnyOf anyOf says the types of an int-or-string; @param skipsFirst the first of allOf says them */
  #conditions(schema: Structural, path: FieldPath, skipsAnyOf: boolean, skipsFirst: boolean): void {
    for (const [condition, at] of conditionsOf(skipsAnyOf ? { ...schema, anyOf: [] } : schema, path))
      this.#condition(condition, at, skipsFirst && condition === schema.allOf?.[0])
    if (!schema.pattern) return
    const regex = regexOf(schema.pattern)
    if (regex instanceof CelError)
      this.#invalid(
        path.child('pattern'),
        schema.pattern,
        `must be a valid regular expression, but isn't: ${regex.message}`,
      )
  }

  #condition(condition: Structural, path: FieldPath, skipsAnyOf: boolean): void {
    this.#conditions(condition, path, skipsAnyOf, false)
    if (condition.items) this.#condition(condition.items, path.child('items'), false)
    for (const [name, property] of Object.entries(condition.properties ?? {}))
      this.#condition(property, path.child('properties').key(name), false)
    if (condition.type) this.#forbidden(path.child('type'), 'must be empty to be structural')
    const { additionalProperties } = condition
    if (additionalProperties === false ? !this.#allowsNestedFalse : additionalProperties !== undefined)
      this.#forbidden(path.child('additionalProperties'), 'must be undefined to be structural')
    for (const [name, text] of forbiddenWhereNested)
      if (condition[name] !== undefined) this.#forbidden(path.child(name), text)
    if (propertyOf(condition, 'metadata'))
      this.#forbidden(path.child('properties').key('metadata'), 'must not be specified in a nested context')
  }

  /** Whether all that conditions speak of is in the schema itself. */
  complete(condition: Structural, schema: Structural | undefined, at: FieldPath, path: FieldPath): void {
    for (const [inner, innerPath] of conditionsOf(condition, path)) this.#nested(inner, schema, at, innerPath)
  }

  #nested(condition: Structural, schema: Structural | undefined, at: FieldPath, path: FieldPath): void {
    if (!schema) {
      this.#required(at, `because it is defined in ${path}`)
      return
    }
    this.complete(condition, schema, at, path)
    if (condition.items) this.#nested(condition.items, schema.items, at.child('items'), path.child('items'))
    for (const [name, property] of Object.entries(condition.properties ?? {}))
      this.#nested(
        property,
        propertyOf(schema, name),
        at.child('properties').key(name),
        path.child('properties').key(name),
      )
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * What makes a schema not structural, sorted.
 * @param path that of the schema
 * @param allowsNestedFalse whether conditions may say `additionalProperties: false`, which says nothing
 */
export function validateStructural(
  schema: Structural,
  path: FieldPath,
  allowsNestedFalse = true,
): FieldError[] {
  const validator = new StructuralValidator(allowsNestedFalse)
  validator.schema(schema, 'at the root', path)
  validator.complete(schema, schema, path, path)
  return validator.errors.sort((a, b) => compare(errorText(a), errorText(b)))
}
