// Upstream: staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting/validation.go
import { aggregateText, type FieldError, type FieldPath } from '../../../../apimachinery/field-error.ts'
import { deepCopy, type JsonObject, type JsonValue } from '../../../../apimachinery/json.ts'
import { RuleValidator } from '../../schema/cel/validate.ts'
import { invalid } from '../../schema/go-value.ts'
import { coerceEmbedded, validateEmbedded } from '../../schema/object-meta.ts'
import { prune } from '../../schema/pruning.ts'
import { asResource, type Structural } from '../../schema/structural.ts'
import { validateCustomResource } from '../../schema/validation/validate-custom-resource.ts'
import type { ValidationOptions } from './options.ts'

/** Makes the object around a value: what a default inside of metadata is a part of. */
type Surround = (value: JsonValue) => JsonValue

const withType: Surround = (value) => ({
  apiVersion: 'validation/v1',
  kind: 'Validation',
  ...(value as JsonObject),
})

/** Where a schema stands. */
interface Place {
  readonly path: FieldPath
  /** The resource, whole or embedded, that it is a part of. */
  readonly root: Structural
  readonly surround: Surround
  /** Inside of the type or metadata of that resource. */
  readonly isMeta: boolean
}

const metaFields = new Set(['metadata', 'apiVersion', 'kind'])

const isResource = (schema: Structural): boolean => schema['x-kubernetes-embedded-resource'] === true

function embeddedErrors(value: JsonValue, schema: Structural, path: FieldPath, minor: number): FieldError[] {
  const coerced = coerceEmbedded(value, schema, minor, path)
  return coerced.error === undefined ? validateEmbedded(value, schema, minor, path) : [coerced.found]
}

/** @note Upstream does not ask whether a default is a number or a text where it is to be one of these. */
function ofAnyType(schema: Structural): Structural {
  const { 'x-kubernetes-int-or-string': _, items, properties, additionalProperties, ...rest } = schema
  return {
    ...rest,
    ...(items && { items: ofAnyType(items) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, ofAnyType(property)]),
      ),
    }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'object' ? ofAnyType(additionalProperties) : additionalProperties,
    }),
  }
}

class DefaultRules {
  readonly #errors: FieldError[] = []
  readonly #options: ValidationOptions

  constructor(options: ValidationOptions) {
    this.#options = options
  }

  check(schema: Structural, path: FieldPath): FieldError[] {
    const root = asResource(schema)
    this.#schema(root, { path, root, surround: withType, isMeta: false })
    return this.#errors
  }

  #schema(schema: Structural, above: Place): void {
    const place = isResource(schema) ? { ...above, root: schema, surround: withType, isMeta: false } : above
    const value = schema.default as JsonValue | undefined
    if (value != null) this.#errors.push(...this.#default(schema, value, place))
    const { path, surround } = place
    if (schema.items)
      this.#schema(schema.items, {
        ...place,
        path: path.child('items'),
        surround: (one) => surround([one]),
      })
    for (const [name, property] of Object.entries(schema.properties ?? {}).sort(([a], [b]) =>
      a < b ? -1 : 1,
    ))
      this.#schema(property, {
        ...place,
        path: path.child('properties').key(name),
        surround: (one) => surround({ [name]: one }),
        isMeta: place.isMeta || (isResource(schema) && metaFields.has(name)),
      })
  }

  #default(schema: Structural, value: JsonValue, place: Place): FieldError[] {
    const path = place.path.child('default')
    if (!place.isMeta) {
      const unknown = this.#unknown(schema, value, path)
      const wrong = embeddedErrors(deepCopy(value), schema, path, this.#options.minor)
      return [...unknown, ...(wrong.length > 0 ? wrong : this.#values(schema, value, path, place))]
    }
    const problem = this.#metaProblem(value, place)
    if (problem === undefined) return this.#values(schema, value, path, place)
    return [invalid(path, value, `must result in valid metadata: ${problem}`, this.#options.minor)]
  }

  #metaProblem(value: JsonValue, { root, surround }: Place): string | undefined {
    const object = surround(deepCopy(value))
    const { error } = coerceEmbedded(object, root, this.#options.minor)
    if (error !== undefined) return error
    const errors = validateEmbedded(object, root, this.#options.minor)
    return errors.length > 0 ? aggregateText(errors) : undefined
  }

  #unknown(schema: Structural, value: JsonValue, path: FieldPath): FieldError[] {
    if (!this.#options.requiresPrunedDefaults || !isUnpruned(schema, value)) return []
    return [invalid(path, value, 'must not have unknown fields', this.#options.minor)]
  }

  #values(schema: Structural, value: JsonValue, path: FieldPath, { root }: Place): FieldError[] {
    const { minor } = this.#options
    const errors = validateCustomResource(value, ofAnyType(schema), path, minor)
    if (errors.length > 0) return errors
    const validator = new RuleValidator(schema, schema === root, minor)
    const said = validator.validate(path, { value, old: value, evaluatesWithoutOld: false }).errors
    if (said.length > 0 || !this.#options.evaluatesWithoutOld) return said
    return validator.validate(path, { value, evaluatesWithoutOld: true }).errors
  }
}

const isUnpruned = (schema: Structural, value: JsonValue): boolean => {
  const copy = deepCopy(value)
  prune(copy, schema, isResource(schema))
  return JSON.stringify(copy) !== JSON.stringify(value)
}

/** Whether a default has fields that the schema does not know. */
export function hasUnprunedDefault(schema: Structural): boolean {
  const value = schema.default as JsonValue | undefined
  const { additionalProperties: more } = schema
  return (
    (value != null && isUnpruned(schema, value)) ||
    [
      schema.items,
      typeof more === 'object' ? more : undefined,
      ...Object.values(schema.properties ?? {}),
    ].some((one) => one !== undefined && hasUnprunedDefault(one))
  )
}

/** The errors of the defaults in the schema of a resource: of each by its own schema. */
export const defaultErrors = (
  schema: Structural,
  path: FieldPath,
  options: ValidationOptions,
): FieldError[] => new DefaultRules(options).check(schema, path)
