// Upstream: staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go
// (ValidateCustomResourceDefinitionOpenAPISchema, specStandardValidatorV3)
import type { JSONSchemaProps } from '../../../../api/apiextensions-v1.ts'
import { type FieldError, type FieldPath, field } from '../../../../apimachinery/field-error.ts'
import { isGiven } from '../../../../apimachinery/given-empty.ts'
import { listAndMapErrors } from './list-rules.ts'
import type { ValidationOptions } from './options.ts'
import { childContext, type RuleContext, ruleErrors } from './rule-errors.ts'
import { ruleTextErrors } from './rule-texts.ts'
import { asSchema, entriesOf, itemsOf } from './schema-tree.ts'

const types = ['array', 'boolean', 'integer', 'number', 'object', 'string']
const metaFields = new Set(['metadata', 'kind', 'apiVersion'])

/** Whether the schema names a type that OpenAPI does not have. */
export const hasInvalidType = ({ type }: JSONSchemaProps): boolean => Boolean(type) && !types.includes(type!)

/** The position of a schema, as far as rules depend on it. */
interface Place {
  readonly path: FieldPath
  readonly isRoot: boolean
  /** Inside of the type or metadata of a resource. */
  readonly isMeta: boolean
  /** Why there may be no defaults; undefined: there may. */
  readonly noDefaults: string | undefined
  readonly uncorrelatable: FieldPath | undefined
  /** Undefined: rules are not compiled. */
  readonly rules: RuleContext | undefined
}

/** Errors of rules stand after all others. */
interface Findings {
  readonly schema: FieldError[]
  readonly rules: FieldError[]
}

const filled = (value: object | null | undefined): boolean => value != null && Object.keys(value).length > 0

class OpenAPIRules {
  readonly #options: ValidationOptions

  constructor(options: ValidationOptions) {
    this.#options = options
  }

  check(schema: JSONSchemaProps, place: Place): Findings {
    const found: Findings = { schema: this.#unsupported(schema, place), rules: [] }
    this.#additionalProperties(schema, place, found)
    this.#properties(schema, place, found)
    this.#junctors(schema, place, found)
    this.#items(schema, place, found)
    this.#dependencies(schema, place, found)
    found.schema.push(...this.#extensions(schema, place.path))
    found.rules.push(...this.#rules(schema, place, found))
    return found
  }

  #below(schema: JSONSchemaProps | undefined | null, place: Place, found: Findings): void {
    if (schema == null) return
    const more = this.check(schema, { ...place, isRoot: false })
    found.schema.push(...more.schema)
    found.rules.push(...more.rules)
  }

  #unsupported(schema: JSONSchemaProps, { path, isMeta, noDefaults }: Place): FieldError[] {
    const forbid = (name: keyof JSONSchemaProps, isThere: boolean, text = `${name} is not supported`) =>
      isThere ? [field.forbidden(path.child(name), text)] : []
    return [
      ...(this.#options.requiresValidTypes && hasInvalidType(schema)
        ? [field.notSupported(path.child('type'), schema.type, types)]
        : []),
      ...forbid(
        'default',
        schema.default != null && noDefaults !== undefined,
        `must not be set ${noDefaults}`,
      ),
      ...forbid('id', Boolean(schema.id)),
      ...forbid('additionalItems', schema.additionalItems != null),
      ...forbid('patternProperties', filled(schema.patternProperties)),
      ...forbid('definitions', filled(schema.definitions)),
      ...forbid('dependencies', isGiven(schema, 'dependencies')),
      ...forbid('$ref', schema.$ref != null),
      ...forbid('type', schema.type === 'null', 'type cannot be set to null, use nullable as an alternative'),
      ...forbid(
        'items',
        Array.isArray(schema.items) && schema.items.length > 0,
        'items must be a schema object and not an array',
      ),
      ...forbid(
        'x-kubernetes-embedded-resource',
        isMeta && schema['x-kubernetes-embedded-resource'] === true,
        'must not be used inside of resource meta',
      ),
      ...forbid(
        'uniqueItems',
        schema.uniqueItems === true,
        'uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
      ),
    ]
  }

  #additionalProperties(schema: JSONSchemaProps, place: Place, found: Findings): void {
    const { additionalProperties } = schema
    if (additionalProperties == null) return
    const path = place.path.child('additionalProperties')
    if (filled(schema.properties) && additionalProperties !== true)
      found.schema.push(field.forbidden(path, 'additionalProperties and properties are mutual exclusive'))
    const noDefaults = place.isMeta
      ? 'inside additionalProperties applying to object metadata'
      : place.noDefaults
    const rules = place.rules && childContext(place.rules, schema)
    this.#below(asSchema(additionalProperties), { ...place, path, noDefaults, rules }, found)
  }

  #properties(schema: JSONSchemaProps, place: Place, found: Findings): void {
    const rules = place.rules && childContext(place.rules, schema)
    const isCorrelatable = ['atomic', 'granular'].includes(schema['x-kubernetes-map-type'] ?? 'granular')
    const uncorrelatable = place.uncorrelatable ?? (isCorrelatable ? undefined : place.path)
    const isResource = place.isRoot || schema['x-kubernetes-embedded-resource'] === true
    for (const [name, property] of entriesOf(schema.properties)) {
      const isMeta = isResource && metaFields.has(name)
      this.#below(
        property,
        {
          ...place,
          path: place.path.child('properties').key(name),
          uncorrelatable,
          rules,
          isMeta: place.isMeta || isMeta,
          noDefaults: isMeta && place.isRoot ? `in top-level ${name}` : place.noDefaults,
        },
        found,
      )
    }
  }

  #junctors(schema: JSONSchemaProps, place: Place, found: Findings): void {
    const { path } = place
    const nested = { ...place, rules: undefined }
    this.#below(schema.not, { ...nested, path: path.child('not') }, found)
    for (const name of ['allOf', 'oneOf', 'anyOf'] as const)
      for (const [i, one] of (schema[name] ?? []).entries())
        this.#below(one, { ...nested, path: path.child(name).index(i) }, found)
    for (const [name, one] of entriesOf(schema.definitions))
      this.#below(one, { ...nested, path: path.child('definitions').key(name) }, found)
  }

  #items(schema: JSONSchemaProps, place: Place, found: Findings): void {
    const path = place.path.child('items')
    const isCorrelatable = schema['x-kubernetes-list-type'] === 'map'
    const uncorrelatable = place.uncorrelatable ?? (isCorrelatable ? undefined : place.path)
    const rules = place.rules && childContext(place.rules, schema)
    const below = { ...place, uncorrelatable, rules }
    this.#below(itemsOf(schema), { ...below, path }, found)
    if (!Array.isArray(schema.items)) return
    for (const [i, one] of (schema.items as JSONSchemaProps[]).entries())
      this.#below(one, { ...below, path: path.index(i) }, found)
  }

  #dependencies(schema: JSONSchemaProps, place: Place, found: Findings): void {
    const path = place.path.child('dependencies')
    for (const [name, one] of entriesOf<unknown>(schema.dependencies))
      this.#below(asSchema(one), { ...place, rules: undefined, path: path.key(name) }, found)
  }

  #extensions(schema: JSONSchemaProps, path: FieldPath): FieldError[] {
    const preserves = 'x-kubernetes-preserve-unknown-fields'
    return [
      ...(schema[preserves] === false
        ? [field.invalid(path.child(preserves), false, 'must be true or undefined')]
        : []),
      ...listAndMapErrors(schema, path, this.#options),
      ...ruleTextErrors(schema, path, this.#options.minor),
    ]
  }

  /** Rules of a schema that is wrong here or below it are not compiled. */
  #rules(schema: JSONSchemaProps, { path, rules, uncorrelatable }: Place, found: Findings): FieldError[] {
    const has = (schema['x-kubernetes-validations'] ?? []).length > 0
    if (!has || rules === undefined || found.schema.length > 0) return []
    const at = path.child('x-kubernetes-validations')
    return ruleErrors(schema, { path: at, context: rules, uncorrelatable }, this.#options)
  }
}

/** The errors of a schema as OpenAPI; `rules`: those are compiled too. */
export function openAPIErrors(
  schema: JSONSchemaProps,
  path: FieldPath,
  options: ValidationOptions,
  rules: RuleContext | undefined,
): FieldError[] {
  const found = new OpenAPIRules(options).check(schema, {
    path,
    isRoot: true,
    isMeta: false,
    noDefaults: undefined,
    uncorrelatable: undefined,
    rules,
  })
  return [...found.schema, ...found.rules]
}
