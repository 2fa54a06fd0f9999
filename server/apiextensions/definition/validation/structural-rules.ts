// Upstream: staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/validation.go
import { errorText, type FieldError, type FieldPath, field } from '../../../../apimachinery/field-error.ts'
import { regexOf } from '../../../../cel/library/regex.ts'
import { CelError } from '../../../../cel/values/value.ts'
import { additionalOf, propertyOf, type Structural } from '../../schema/structural.ts'
import { definitionDialect } from '../dialect.ts'
import { structuralGaps } from './structural-gaps.ts'

type Level = 'root' | 'item' | 'field'

const untyped: Readonly<Record<Level, string>> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
}

const filled = (value: unknown): boolean =>
  value !== undefined && value !== '' && value !== false && !(Array.isArray(value) && value.length === 0)

const isTypes = (list: readonly Structural[] | undefined): boolean =>
  list?.length === 2 &&
  list.every((one) => Object.keys(one).length === 1) &&
  list[0]!.type === 'integer' &&
  list[1]!.type === 'string'

const propertiesOf = (schema: Structural): [string, Structural][] =>
  Object.entries(schema.properties ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))

const isEmbedded = (schema: Structural): boolean => schema['x-kubernetes-embedded-resource'] === true
const keepsUnknown = (schema: Structural): boolean => schema['x-kubernetes-preserve-unknown-fields'] === true
const isIntOrString = (schema: Structural): boolean => schema['x-kubernetes-int-or-string'] === true

/** What must not stand inside of allOf, anyOf, oneOf and not, in upstream's order. */
const forbidden: readonly (readonly [keyof Structural, string])[] = [
  ['type', 'must be empty to be structural'],
  ['additionalProperties', 'must be undefined to be structural'],
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
const pointers = new Set<keyof Structural>([
  'additionalProperties',
  'default',
  'x-kubernetes-list-type',
  'x-kubernetes-map-type',
])

/** Why Go cannot compile a pattern; undefined: it can. */
function patternProblem(pattern: string): string | undefined {
  const regex = regexOf(pattern)
  return regex instanceof CelError ? regex.message : undefined
}

class StructuralRules {
  readonly #errors: FieldError[] = []
  readonly #allowsFalse: boolean

  constructor(minor: number) {
    this.#allowsFalse = definitionDialect(minor).allowsNestedAdditionalFalse
  }

  check(schema: Structural, path: FieldPath): FieldError[] {
    this.#schema(schema, 'root', path)
    this.#add(...structuralGaps(schema, path))
    const texts = new Map(this.#errors.map((one) => [one, errorText(one)]))
    return this.#errors.sort((a, b) => (texts.get(a)! < texts.get(b)! ? -1 : 1))
  }

  #add(...errors: FieldError[]): void {
    this.#errors.push(...errors)
  }

  #schema(schema: Structural, level: Level, path: FieldPath): void {
    if (schema.type === 'array' && schema.items === undefined)
      this.#add(field.required(path.child('items'), 'must be specified'))
    this.#children(schema, level, path)
    this.#extensions(schema, path)
    this.#values(schema, path, isTypes(schema.anyOf), isTypes(schema.allOf?.[0]?.anyOf))
    this.#type(schema, level, path)
    this.#meta(schema, level, path)
    if (isEmbedded(schema) && !keepsUnknown(schema) && propertiesOf(schema).length === 0)
      this.#add(
        field.required(
          path.child('properties'),
          'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields',
        ),
      )
  }

  #children(schema: Structural, level: Level, path: FieldPath): void {
    if (schema.items) this.#schema(schema.items, 'item', path.child('items'))
    for (const [name, property] of propertiesOf(schema))
      this.#schema(property, 'field', path.child('properties').key(name))
    if (schema.additionalProperties === undefined) return
    const at = path.child('additionalProperties')
    if (level === 'root') this.#add(field.forbidden(at, 'must not be used at the root'))
    const more = additionalOf(schema)
    if (more) this.#schema(more, 'field', at)
  }

  #extensions(schema: Structural, path: FieldPath): void {
    if (!isIntOrString(schema)) return
    for (const name of ['x-kubernetes-preserve-unknown-fields', 'x-kubernetes-embedded-resource'] as const)
      if (schema[name] === true)
        this.#add(
          field.invalid(path.child(name), true, 'must be false if x-kubernetes-int-or-string is true'),
        )
  }

  #type(schema: Structural, level: Level, path: FieldPath): void {
    const { type = '' } = schema
    const at = path.child('type')
    if (isEmbedded(schema) && type !== 'object') {
      const text = 'must be object if x-kubernetes-embedded-resource is true'
      this.#add(type === '' ? field.required(at, text) : field.invalid(at, type, text))
    } else if (type === '' && !isIntOrString(schema) && !keepsUnknown(schema))
      this.#add(field.required(at, untyped[level]))
    if (isEmbedded(schema) && schema.additionalProperties !== undefined)
      this.#add(
        field.forbidden(
          path.child('additionalProperties'),
          'must not be used if x-kubernetes-embedded-resource is set',
        ),
      )
    if (level === 'root' && type !== '' && type !== 'object')
      this.#add(field.invalid(at, type, 'must be object at the root'))
  }

  #meta(schema: Structural, level: Level, path: FieldPath): void {
    const isResource = level === 'root' || isEmbedded(schema)
    const at = (name: string): FieldPath => path.child('properties').key(name)
    for (const name of isResource ? ['kind', 'apiVersion'] : []) {
      const property = propertyOf(schema, name)
      if (property && property.type !== 'string')
        this.#add(field.invalid(at(name).child('type'), property.type ?? '', 'must be string'))
    }
    const metadata = propertyOf(schema, 'metadata')
    if (metadata) this.#metadata(metadata, isResource, level, at('metadata'))
  }

  #metadata(metadata: Structural, isResource: boolean, level: Level, path: FieldPath): void {
    if (isResource && metadata.type !== 'object')
      this.#add(field.invalid(path.child('type'), metadata.type ?? '', 'must be object'))
    if (level !== 'root') return
    const { type: _type, default: _default, properties, ...rest } = metadata
    const names = Object.keys(properties ?? {})
    const more = names.filter((name) => name !== 'name' && name !== 'generateName')
    if (Object.keys(rest).length === 0 && more.length === 0) return
    this.#add(
      field.forbidden(
        path,
        'must not specify anything other than name and generateName, but metadata is implicitly specified',
      ),
    )
  }

  #values(schema: Structural, path: FieldPath, skipsAnyOf: boolean, skipsFirstAllOf: boolean): void {
    const list = (name: 'allOf' | 'anyOf' | 'oneOf', skips: (i: number) => boolean): void => {
      for (const [i, one] of (schema[name] ?? []).entries())
        this.#nested(one, skips(i), path.child(name).index(i))
    }
    if (!skipsAnyOf) list('anyOf', () => false)
    list('allOf', (i) => skipsFirstAllOf && i === 0)
    list('oneOf', () => false)
    if (schema.not) this.#nested(schema.not, false, path.child('not'))
    const problem = schema.pattern ? patternProblem(schema.pattern) : undefined
    if (problem !== undefined)
      this.#add(
        field.invalid(
          path.child('pattern'),
          schema.pattern,
          `must be a valid regular expression, but isn't: ${problem}`,
        ),
      )
  }

  #nested(schema: Structural, skipsAnyOf: boolean, path: FieldPath): void {
    this.#values(schema, path, skipsAnyOf, false)
    if (schema.items) this.#nested(schema.items, false, path.child('items'))
    for (const [name, property] of propertiesOf(schema))
      this.#nested(property, false, path.child('properties').key(name))
    for (const [name, text] of forbidden)
      if (this.#isSet(schema, name)) this.#add(field.forbidden(path.child(name), text))
    if (propertyOf(schema, 'metadata'))
      this.#add(
        field.forbidden(
          path.child('properties').key('metadata'),
          'must not be specified in a nested context',
        ),
      )
  }

  #isSet(schema: Structural, name: keyof Structural): boolean {
    if (name === 'additionalProperties' && schema[name] === false) return !this.#allowsFalse
    return pointers.has(name) ? schema[name] != null : filled(schema[name])
  }
}

/** What makes a schema not structural, sorted by the texts. */
export const structuralErrors = (schema: Structural, path: FieldPath, minor: number): FieldError[] =>
  new StructuralRules(minor).check(schema, path)
