// Upstream: staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/{cel_validation,validation}.go
import type { JSONSchemaProps, ValidationRule } from '../../../../api/apiextensions-v1.ts'
import { type FieldError, type FieldPath, field } from '../../../../apimachinery/field-error.ts'
import { type CompiledRule, compileRules, ruleDeclType } from '../../schema/cel/compile.ts'
import {
  childCardinality,
  costErrorText,
  ruleCost,
  ruleCostLimit,
  schemaCostLimit,
  TotalCost,
} from '../../schema/cel/costs.ts'
import { newStructural } from '../../schema/structural.ts'
import type { ValidationOptions } from './options.ts'
import { shownRule } from './shown-value.ts'

/** The total cost of rules so far, and the cardinality of a schema's place; undefined cardinality is without limit. */
export interface RuleContext {
  readonly total: TotalCost<FieldPath>
  readonly cardinality: bigint | undefined
  readonly isRoot: boolean
}

/** The context of the root of a schema. */
export const rootContext = (): RuleContext => ({ total: new TotalCost(), cardinality: 1n, isRoot: true })

/** The context of properties, additional properties and items of a schema. */
export const childContext = (context: RuleContext, of: JSONSchemaProps): RuleContext => ({
  total: context.total,
  cardinality: childCardinality(of, context.cardinality),
  isRoot: false,
})

/** The place of a schema's rules, and what forbids oldSelf there. */
export interface RulePlace {
  readonly path: FieldPath
  readonly context: RuleContext
  /** The nearest thing to the root whose parts cannot be found again in an updated object. */
  readonly uncorrelatable: FieldPath | undefined
}

class RuleErrors {
  readonly #errors: FieldError[] = []
  readonly #place: RulePlace
  readonly #options: ValidationOptions

  constructor(place: RulePlace, options: ValidationOptions) {
    this.#place = place
    this.#options = options
  }

  check(compiled: readonly CompiledRule[]): FieldError[] {
    for (const [i, rule] of compiled.entries()) this.#rule(rule, this.#place.path.index(i))
    return this.#errors
  }

  #rule(compiled: CompiledRule, path: FieldPath): void {
    const at = path.child('rule')
    this.#cost('estimated rule cost', ruleCost(compiled, this.#place.context.cardinality), at)
    if (compiled.error !== undefined) this.#invalid(at, compiled.rule, compiled.error)
    this.#message(compiled, path.child('messageExpression'))
    if (compiled.usesOldSelf) this.#oldSelf(compiled.rule, at)
    else if (compiled.rule.optionalOldSelf != null)
      this.#errors.push(
        field.invalid(
          path.child('optionalOldSelf'),
          compiled.rule.optionalOldSelf,
          'may not be set if oldSelf is not used in rule',
        ),
      )
  }

  #message({ rule, ...compiled }: CompiledRule, path: FieldPath): void {
    if (compiled.messageExpressionError !== undefined)
      this.#invalid(path, rule, compiled.messageExpressionError)
    else if (compiled.messageExpression !== undefined)
      this.#cost('estimated messageExpression cost', compiled.messageExpressionMaxCost, path)
  }

  #oldSelf({ rule }: ValidationRule, path: FieldPath): void {
    const { uncorrelatable } = this.#place
    if (uncorrelatable === undefined) return
    const text = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelatable}`
    this.#errors.push(field.invalid(path, rule, text))
  }

  #cost(what: string, cost: bigint, path: FieldPath): void {
    if (!this.#options.suppressesRuleCost && cost > ruleCostLimit)
      this.#errors.push(field.forbidden(path, costErrorText(what, cost, ruleCostLimit)))
    this.#place.context.total.observe(path, cost)
  }

  #invalid(path: FieldPath, rule: ValidationRule, text: string): void {
    this.#errors.push(field.invalid(path, shownRule(rule, this.#options.minor), text))
  }
}

/** The errors of the rules of one schema, which is right otherwise: what does not compile or costs too much. */
export function ruleErrors(
  schema: JSONSchemaProps,
  place: RulePlace,
  options: ValidationOptions,
): FieldError[] {
  const { minor, kindOf } = options
  const { structural } = newStructural(schema)
  const decl = structural && ruleDeclType(structural, place.context.isRoot, minor)
  if (structural === undefined || decl === undefined)
    return [
      field.internal(
        place.path,
        'internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations',
      ),
    ]
  return new RuleErrors(place, options).check(compileRules(structural, decl, { minor, kindOf }))
}

/** The errors where all rules of a schema together cost too much. */
export function totalCostErrors(
  { total: { total, mostExpensive } }: RuleContext,
  path: FieldPath,
): FieldError[] {
  if (total <= schemaCostLimit) return []
  const text = 'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema'
  const what = 'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema'
  return [
    ...mostExpensive.map((one) => field.forbidden(one.path, text)),
    field.forbidden(path, costErrorText(what, total, schemaCostLimit)),
  ]
}
