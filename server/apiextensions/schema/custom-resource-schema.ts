// What the schema of a custom resource's version does to its objects. Upstream: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// pkg/apiserver/customresource_handler.go
import type { CustomResourceSubresourceScale, JSONSchemaProps } from '../../../api/apiextensions-v1.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { type FeatureGateReader, gateEnabled } from '../../../featuregates/reader.ts'
import { hasRules, RuleValidator } from './cel/validate.ts'
import { CorrelatedObject } from './correlated-object.ts'
import { objectMetaDecoder } from './decode-object-meta.ts'
import { pruneNonNullableNulls, setDefaults, withPrunedDefaults } from './defaulting.ts'
import { schemaDialect } from './dialect.ts'
import { shownValue } from './go-value.ts'
import { validateListSetsAndMaps } from './list-type.ts'
import { type Coerced, coerceEmbedded, validateEmbedded } from './object-meta.ts'
import { prune } from './pruning.ts'
import { validateScale } from './scale.ts'
import { newStructural, propertyOf, type Structural } from './structural.ts'
import {
  validateCustomResource,
  validateCustomResourceUpdate,
} from './validation/validate-custom-resource.ts'

/** The release, gates and settings by which a version of a custom resource is served. */
export interface CustomResourceSchemaOptions {
  /** The server's minor release. */
  readonly minor: number
  readonly gates: FeatureGateReader
  /** The definition's `spec.preserveUnknownFields`: nothing is pruned or defaulted. */
  readonly preserveUnknownFields?: boolean
  /** The paths of the subresource `scale`; undefined: the version does not have it. */
  readonly scale?: CustomResourceSubresourceScale
}

/** The errors and warnings of validation. */
export interface Findings {
  readonly errors: FieldError[]
  /** Texts of warnings: what rules say of values that were as bad before. */
  readonly warnings: string[]
}

/** The schema of a version of a custom resource. Immutable; rules are compiled with the first object. */
export interface CustomResourceSchema {
  /** The structural schema, its defaults pruned; undefined where the version has no schema. */
  readonly structural: Structural | undefined
  /** Drops unknown fields of a whole resource, in place; gives their paths, sorted, as strict decoding tells them (`spec.x[0].y`). */
  prune(object: unknown): string[]
  /** Drops nulls that are not allowed and have no default, in place. */
  pruneNulls(object: unknown): void
  /** Sets defaults, in place. */
  setDefaults(object: unknown): void
  /** Decodes type and metadata of embedded objects, in place; their unknown fields, or the error of decoding. */
  coerceMetadata(object: unknown): Coerced
  /** The findings on a new object. */
  validate(object: unknown, options?: ValidationOptions): Findings
  validateUpdate(object: unknown, old: unknown, options?: ValidationOptions): Findings
  /** The findings on an update of the status. */
  validateStatusUpdate(object: unknown, old: unknown, options?: ValidationOptions): Findings
}

/** Facts about an object that are known before its schema is looked at. */
export interface ValidationOptions {
  /** Findings on its own metadata, which can make that rules are not evaluated. */
  readonly earlier?: readonly FieldError[]
  /** The object names another kind or version: only embedded objects, lists and rules are looked at. */
  readonly isOther?: boolean
}

const blocking = new Set([
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
])

const blockedText =
  'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation'

type Update = { readonly value: unknown; readonly old: unknown; readonly correlation?: CorrelatedObject }

class Schema implements CustomResourceSchema {
  readonly structural: Structural | undefined
  readonly #options: CustomResourceSchemaOptions
  readonly #minor: number
  #rules: RuleValidator | undefined

  constructor(structural: Structural | undefined, options: CustomResourceSchemaOptions) {
    const { minor } = options
    const prunesDefaults = structural && options.preserveUnknownFields !== true
    this.structural = prunesDefaults ? withPrunedDefaults(structural, objectMetaDecoder(minor)) : structural
    this.#options = options
    this.#minor = minor
  }

  prune(object: unknown): string[] {
    return this.#options.preserveUnknownFields ? [] : prune(object, this.structural, true)
  }

  pruneNulls(object: unknown): void {
    if (!this.#options.preserveUnknownFields) pruneNonNullableNulls(object, this.structural)
  }

  setDefaults(object: unknown): void {
    setDefaults(object, this.structural)
  }

  coerceMetadata(object: unknown): Coerced {
    return coerceEmbedded(object, this.structural, this.#minor)
  }

  validate(object: unknown, { earlier = [], isOther }: ValidationOptions = {}): Findings {
    const errors = [
      ...(this.structural && !isOther
        ? validateCustomResource(object, this.structural, FieldPath.root, this.#minor)
        : []),
      ...(isOther ? [] : validateScale(object, this.#options.scale, 'all')),
      ...validateEmbedded(object, this.structural, this.#minor),
      ...this.#lists(object),
    ]
    return this.#withRules(errors, earlier, { value: object, old: undefined })
  }

  validateUpdate(object: unknown, old: unknown, { earlier = [], isOther }: ValidationOptions = {}): Findings {
    const update = this.#update(object, old)
    const errors = [
      ...(isOther ? [] : this.#schemaErrors(update)),
      ...(isOther ? [] : validateScale(object, this.#options.scale, 'all')),
      ...validateEmbedded(object, this.structural, this.#minor),
      ...this.#newLists(object, old),
    ]
    return this.#withRules(errors, earlier, update)
  }

  validateStatusUpdate(
    object: unknown,
    old: unknown,
    { earlier = [], isOther }: ValidationOptions = {},
  ): Findings {
    const update = this.#update(object, old)
    const { statusValidation, ratchetsStatus } = schemaDialect(this.#minor)
    const isWhole = statusValidation === 'whole'
    const own = () => (isWhole ? this.#schemaErrors({ value: object, old }) : this.#statusErrors(update))
    const errors = [
      ...(isOther ? [] : own()),
      ...(isOther ? [] : validateScale(object, this.#options.scale, 'status')),
      ...(isWhole ? [] : this.#newLists(object, old)),
    ]
    return this.#withRules(errors, earlier, ratchetsStatus ? update : { value: object, old })
  }

  get #ratchets(): boolean {
    return gateEnabled(this.#options.gates, 'CRDValidationRatcheting')
  }

  #update(value: unknown, old: unknown): Update {
    if (!this.structural || !this.#ratchets) return { value, old }
    return { value, old, correlation: new CorrelatedObject(value, old, this.structural) }
  }

  #lists(object: unknown): FieldError[] {
    return validateListSetsAndMaps(object, this.structural, this.#minor)
  }
  /** The errors of list sets and maps; none where the old object had such errors, too. */
  #newLists(object: unknown, old: unknown): FieldError[] {
    return this.#lists(old).length === 0 ? this.#lists(object) : []
  }

  #schemaErrors({ value, correlation }: Update): FieldError[] {
    if (!this.structural) return []
    return correlation
      ? validateCustomResourceUpdate(correlation, this.structural, FieldPath.root, this.#minor)
      : validateCustomResource(value, this.structural, FieldPath.root, this.#minor)
  }

  #statusErrors({ value, old, correlation }: Update): FieldError[] {
    const schema = this.structural && propertyOf(this.structural, 'status')
    const status = statusOf(value)
    if (!schema || status === undefined) return []
    const { statusValidation, ratchetsStatus } = schemaDialect(this.#minor)
    const path = statusValidation === 'statusPath' && correlation ? FieldPath.of('status') : FieldPath.root
    if (!correlation || !ratchetsStatus) return validateCustomResource(status, schema, path, this.#minor)
    const own = correlation.key('status') ?? new CorrelatedObject(status, statusOf(old), schema)
    return validateCustomResourceUpdate(own, schema, path, this.#minor)
  }

  #withRules(errors: FieldError[], earlier: readonly FieldError[], update: Update): Findings {
    const rules = this.#ruleValidator()
    if (!rules) return { errors, warnings: [] }
    const { blocksOnEnums } = schemaDialect(this.#minor)
    const isBlocked = [...earlier, ...errors].some(
      ({ type }) => blocking.has(type) || (blocksOnEnums && type === 'FieldValueNotSupported'),
    )
    if (isBlocked)
      return {
        errors: [...errors, field.invalid('<nil>', shownValue(null, this.#minor), blockedText)],
        warnings: [],
      }
    const found = rules.validate(FieldPath.root, { ...update, evaluatesWithoutOld: this.#ratchets })
    return { errors: [...errors, ...found.errors], warnings: found.warnings }
  }

  #ruleValidator(): RuleValidator | undefined {
    const isOn = gateEnabled(this.#options.gates, 'CustomResourceValidationExpressions')
    if (!isOn || !this.structural || !hasRules(this.structural)) return undefined
    this.#rules ??= new RuleValidator(this.structural, true, this.#minor)
    return this.#rules.isEmpty ? undefined : this.#rules
  }
}

function statusOf(object: unknown): unknown {
  const { status } = (object ?? {}) as { status?: unknown }
  return status
}

/**
 * What the schema of a version does to objects. `props`: its decoded `openAPIV3Schema`; undefined: everything but metadata is pruned.
 * Throws for what is no structural schema, which no definition has that was accepted.
 */
export function customResourceSchema(
  props: JSONSchemaProps | undefined,
  options: CustomResourceSchemaOptions,
): CustomResourceSchema {
  const made = props && newStructural(props)
  if (made?.error !== undefined) throw new Error(`no structural schema: ${made.error}`)
  return new Schema(made?.structural, options)
}
