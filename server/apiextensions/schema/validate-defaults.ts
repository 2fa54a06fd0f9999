// Upstream: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting/validation.go
import { aggregateText, type FieldError, type FieldPath } from '../../../apimachinery/field-error.ts'
import { deepCopy, type JsonObject, type JsonValue } from '../../../apimachinery/json.ts'
import { type RuleFindings, RuleValidator, runtimeCostBudget } from './cel/validate.ts'
import { inField, inList, resourceRoot, type Surrounding } from './defaulting.ts'
import { invalid } from './go-value.ts'
import { coerceEmbedded, validateEmbedded } from './object-meta.ts'
import { prune } from './pruning.ts'
import { asResource, type Structural } from './structural.ts'
import { deepEqual } from './validation/enums.ts'
import { validatePublished } from './validation/validate-custom-resource.ts'

/** The release and the rules by which default values of a schema are checked. */
export interface DefaultOptions {
  readonly minor: number
  /** Whether a default may hold only what its schema knows. */
  readonly requirePruned: boolean
  /** Whether rules that take oldSelf as optional are evaluated without one, too (CRDValidationRatcheting). */
  readonly ratchets: boolean
}

const typeMeta = { apiVersion: 'validation/v1', kind: 'Validation' }
const metaFields = new Set(['metadata', 'apiVersion', 'kind'])

/** Rules are not evaluated any further. */
class BudgetSpent extends Error {}

interface Place {
  readonly schema: Structural
  /** The schema of the resource, or embedded resource, that this schema is part of. */
  readonly root: Structural
  readonly surrounding: Surrounding
  readonly inMeta: boolean
  readonly path: FieldPath
}

class DefaultValidator {
  readonly errors: FieldError[] = []
  readonly #options: DefaultOptions
  #budget = runtimeCostBudget

  constructor(options: DefaultOptions) {
    this.#options = options
  }

  validate(outer: Place): void {
    const isEmbedded = outer.schema['x-kubernetes-embedded-resource'] === true
    const place = isEmbedded
      ? { ...outer, root: outer.schema, surrounding: resourceRoot(typeMeta), inMeta: false }
      : outer
    const { schema, surrounding, path } = place
    if (schema.default != null) this.#default(schema.default as JsonValue, place)
    if (schema.items)
      this.validate({
        ...place,
        schema: schema.items,
        surrounding: inList(surrounding),
        path: path.child('items'),
      })
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      this.validate({
        ...place,
        schema: property,
        surrounding: inField(surrounding, name),
        inMeta: place.inMeta || (isEmbedded && metaFields.has(name)),
        path: path.child('properties').key(name),
      })
  }

  #default(value: JsonValue, place: Place): void {
    const { minor, requirePruned } = this.#options
    const { schema, inMeta } = place
    const path = place.path.child('default')
    const isResource = schema['x-kubernetes-embedded-resource'] === true
    if (!inMeta && requirePruned) {
      const pruned = deepCopy(value)
      prune(pruned, schema, isResource)
      if (!deepEqual(pruned, value))
        this.errors.push(invalid(path, value, 'must not have unknown fields', minor))
    }
    const own = inMeta ? value : deepCopy(value)
    const found = inMeta ? this.#inMeta(value, place, path) : this.#ofMeta(own, schema, isResource, path)
    const errors = found.length > 0 ? found : validatePublished(own, schema, path, minor)
    if (errors.length > 0) this.errors.push(...errors)
    else this.#rules(own, schema, schema === place.root, path)
  }

  /** The errors where the default is a part of metadata. */
  #inMeta(value: JsonValue, { root, surrounding }: Place, path: FieldPath): FieldError[] {
    const { minor } = this.#options
    const object = surrounding.around(deepCopy(value)) as JsonObject
    const whole = asResource(root)
    const wrong = (text: string): FieldError[] => [
      invalid(path, value, `must result in valid metadata: ${text}`, minor),
    ]
    const coerced = coerceEmbedded(object, whole, minor)
    if (coerced.error !== undefined) return wrong(coerced.error.text)
    const errors = validateEmbedded(object, whole, minor)
    return errors.length > 0 ? wrong(aggregateText(errors)) : []
  }

  /** The errors of type and metadata of embedded objects in the default. */
  #ofMeta(value: JsonValue, schema: Structural, isResource: boolean, path: FieldPath): FieldError[] {
    const { minor } = this.#options
    const whole = isResource ? asResource(schema) : schema
    const coerced = coerceEmbedded(value, whole, minor, path)
    return coerced.error ? [coerced.error.field] : validateEmbedded(value, whole, minor, path)
  }

  #rules(value: JsonValue, schema: Structural, isResource: boolean, path: FieldPath): void {
    const rules = new RuleValidator(schema, isResource, this.#options.minor)
    const { ratchets } = this.#options
    const budget = this.#budget
    const asked = { value, evaluatesWithoutOld: ratchets, budget }
    const found = [rules.validate(path, { ...asked, old: value })]
    if (found[0]!.errors.length === 0 && ratchets) found.push(rules.validate(path, asked))
    this.errors.push(...found.flatMap(({ errors }: RuleFindings) => errors))
    this.#budget = Math.min(...found.map((one) => one.budget))
    if (this.#budget < 0) throw new BudgetSpent()
  }
}

/** The errors of the defaults of a schema: they must be what the schema allows, and pass its rules. @param path that of the schema */
export function validateDefaults(schema: Structural, path: FieldPath, options: DefaultOptions): FieldError[] {
  const validator = new DefaultValidator(options)
  const root = asResource(schema)
  try {
    validator.validate({ schema: root, root, surrounding: resourceRoot(typeMeta), inMeta: false, path })
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error
  }
  return validator.errors
}
