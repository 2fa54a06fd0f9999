// Upstream: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/validation.go
import type { ValidationRule } from '../../../../api/apiextensions-v1.ts'
import {
  errorText,
  type FieldError,
  type FieldPath,
  field,
  omittedValue,
} from '../../../../apimachinery/field-error.ts'
import { isObject, type JsonObject } from '../../../../apimachinery/json.ts'
import type { Variables } from '../../../../cel/interpreter/frame.ts'
import type { Evaluated } from '../../../../cel/program.ts'
import type { DeclType } from '../../../../cel/schema/decl-type.ts'
import { escapedName, withTypeAndMeta } from '../../../../cel/schema/structural.ts'
import { plainValue, schemaValue, type ValueRules } from '../../../../cel/schema/values.ts'
import { CelError, type CelValue, Optional } from '../../../../cel/values/value.ts'
import { expressionPace } from '../../../registry/generic/pace.ts'
import { type CorrelatedObject, MapList } from '../correlated-object.ts'
import { schemaDialect } from '../dialect.ts'
import { fieldAt, shownValue } from '../go-value.ts'
import { additionalOf, type Structural } from '../structural.ts'
import { type CompiledRule, compileRules, type RuleOptions, ruleDeclType } from './compile.ts'
import { evaluateMessage } from './message.ts'

/** The CEL cost limit of all rules for one object. Upstream: k8s.io/apiserver/pkg/apis/cel/config.go (RuntimeCELCostBudget) */
export const runtimeCostBudget = 10_000_000

/** Whether there is a rule anywhere in a schema. */
export function hasRules(schema: Structural | undefined): boolean {
  if (!schema) return false
  if (schema['x-kubernetes-validations']?.length) return true
  return (
    hasRules(schema.items) ||
    hasRules(additionalOf(schema)) ||
    Object.values(schema.properties ?? {}).some(hasRules)
  )
}

/** The rules of a schema and of the schemas below it. */
interface Node {
  readonly schema: Structural
  /** The schema by which values are read. */
  readonly valueSchema: Structural
  readonly rules: readonly CompiledRule[]
  /** Why no rule could be compiled. */
  readonly error?: string
  readonly usesOldSelf: boolean
  readonly items?: Node
  readonly additional?: Node
  readonly properties: ReadonlyMap<string, Node>
}

const isEmbedded = (schema: Structural): boolean => schema['x-kubernetes-embedded-resource'] === true

/** @param decl the type that is known of the node from what is above it; what is below a node without one is left out */
function nodeOf(
  schema: Structural,
  isResource: boolean,
  decl: DeclType | undefined,
  options: RuleOptions,
): Node | undefined {
  if (!hasRules(schema)) return undefined
  const has = schema['x-kubernetes-validations']?.length
  const own = has && decl ? ruleDeclType(schema, isResource, options.minor) : undefined
  const rules = own ? compileRules(schema, own, options) : []
  const items = childOf(schema.items, decl?.element, options)
  const additional = childOf(additionalOf(schema), decl?.element, options)
  const properties = propertiesOf(schema, decl, options)
  if (!has && !items && !additional && properties.size === 0) return undefined
  return {
    schema,
    valueSchema: isResource ? withTypeAndMeta(schema) : schema,
    rules,
    ...(has && !own && { error: 'failed to convert to declType for CEL validation rules' }),
    usesOldSelf: rules.some(({ usesOldSelf }) => usesOldSelf),
    ...(items && { items }),
    ...(additional && { additional }),
    properties,
  }
}

const childOf = (
  schema: Structural | undefined,
  decl: DeclType | undefined,
  options: RuleOptions,
): Node | undefined => schema && nodeOf(schema, isEmbedded(schema), decl, options)

function propertiesOf(
  { properties = {} }: Structural,
  decl: DeclType | undefined,
  options: RuleOptions,
): ReadonlyMap<string, Node> {
  const found = new Map<string, Node>()
  for (const [name, property] of Object.entries(properties)) {
    if (!hasRules(property)) continue
    const escaped = escapedName(name)
    const type =
      escaped === undefined ? ruleDeclType(property, false, options.minor) : decl?.fields?.get(escaped)
    const node = type && childOf(property, type, options)
    if (node) found.set(name, node)
  }
  return found
}

/** Where a value stands between new and old, for errors that are let pass where nothing changed. */
interface Ratchet {
  readonly current?: CorrelatedObject | undefined
  readonly parent?: CorrelatedObject | undefined
}

const keyOf = (ratchet: Ratchet, name: string): Ratchet => {
  if (!ratchet.current) return ratchet
  if (!ratchet.parent && (name === 'apiVersion' || name === 'kind')) return {}
  return { current: ratchet.current.key(name), parent: ratchet.current }
}
const indexOf = (ratchet: Ratchet, i: number): Ratchet =>
  ratchet.current ? { current: ratchet.current.index(i), parent: ratchet.current } : ratchet

/** The errors and warnings of rules, and the budget that they leave. */
export interface RuleFindings {
  readonly errors: FieldError[]
  /** Errors of what did not change, which are let pass. */
  readonly warnings: string[]
  /** The CEL cost that is left; negative where rules were not evaluated because it was spent. */
  readonly budget: number
}

/** Rules are not evaluated any further. */
class BudgetSpent extends Error {}

interface Place {
  readonly node: Node
  readonly value: unknown
  readonly old: unknown
  readonly path: FieldPath
  readonly ratchet: Ratchet
}

const outOfBudget =
  'validation failed due to running out of cost budget, no further validation rules will be run'

const ruleText = ({ message = '', rule = '' }: ValidationRule): string => (message || rule).trim()

const messageOf = (rule: ValidationRule): string =>
  rule.message ? rule.message.trim() : `failed rule: ${ruleText(rule)}`

const lazily = (value: unknown, schema: Structural, rules: ValueRules): (() => CelValue) => {
  let made: { readonly value: CelValue } | undefined
  return () => {
    made ??= { value: schemaValue(value, schema, rules) }
    return made.value
  }
}

/** What upstream has in an optional value: objects and lists without their schema, errors with a word on them. */
function withoutSchema(data: unknown, value: CelValue): CelValue {
  if (value instanceof CelError)
    return new CelError(`unsupported conversion to ref.Val: (*errors.errorString)${value.message}`)
  return typeof data === 'object' ? plainValue(data) : value
}

/** The variables of the rules of a place; of those that take oldSelf as optional, others. */
function variablesOf(
  { node, value, old }: Place,
  rules: ValueRules,
): { plain: Variables; optional: Variables } {
  const self = lazily(value, node.valueSchema, rules)
  if (!node.usesOldSelf) return { plain: { self }, optional: { self } }
  const hasOld = old !== null && old !== undefined
  const oldSelf = lazily(old, node.valueSchema, rules)
  const within = (): CelValue => withoutSchema(old, oldSelf())
  return {
    plain: hasOld ? { self, oldSelf } : { self },
    optional: { self, oldSelf: () => (hasOld ? new Optional(within()) : Optional.none) },
  }
}

function errorOf(path: FieldPath, value: unknown, detail: string, reason: string | undefined): FieldError {
  switch (reason) {
    case 'FieldValueForbidden':
      return field.forbidden(fieldAt(path), detail)
    case 'FieldValueRequired':
      return field.required(fieldAt(path), detail)
    case 'FieldValueDuplicate':
      return field.duplicate(fieldAt(path), value)
    default:
      return field.invalid(fieldAt(path), value, detail)
  }
}

/** The evaluation of a schema's rules for one object. */
class Validation {
  readonly errors: FieldError[] = []
  readonly warnings: string[] = []
  readonly #minor: number
  readonly #evaluatesWithoutOld: boolean
  #budget: number
  get budget(): number {
    return this.#budget
  }

  constructor(minor: number, evaluatesWithoutOld: boolean, budget: number) {
    this.#minor = minor
    this.#evaluatesWithoutOld = evaluatesWithoutOld
    this.#budget = budget
  }

  /** Throws BudgetSpent. */
  validate(place: Place): void {
    const { node, value } = place
    if (value === null || value === undefined) return
    this.#expressions(place)
    if (Array.isArray(value)) this.#list(value, place)
    else if (isObject(value)) this.#object(value, node, place)
  }

  #object(value: JsonObject, node: Node, { old, path, ratchet }: Place): void {
    const before = isObject(old) ? old : {}
    const oldOf = (key: string): unknown => (Object.hasOwn(before, key) ? before[key] : undefined)
    for (const [key, one] of Object.entries(value)) {
      const at = { value: one, old: oldOf(key), ratchet: keyOf(ratchet, key) }
      if (node.additional) this.validate({ ...at, node: node.additional, path: path.key(key) })
      const property = node.properties.get(key)
      if (property) this.validate({ ...at, node: property, path: path.child(key) })
    }
  }

  #list(value: readonly unknown[], { node, old, path, ratchet }: Place): void {
    const { items } = node
    if (!items) return
    const before = new MapList(node.schema, Array.isArray(old) ? old : [])
    for (const [i, item] of value.entries())
      this.validate({
        node: items,
        value: item,
        old: before.get(item),
        path: path.index(i),
        ratchet: indexOf(ratchet, i),
      })
  }

  #expressions(place: Place): void {
    const { node, path } = place
    const { rules, schema, error } = node
    const invalid = (detail: string): void => {
      this.errors.push(field.invalid(fieldAt(path), schema.type ?? '', detail))
    }
    if (error !== undefined) invalid(`rule compiler initialization error: ${error}`)
    if (rules.length === 0) return
    if (this.#budget <= 0) {
      invalid(outOfBudget)
      throw new BudgetSpent()
    }
    const { comparesNulls } = schemaDialect(this.#minor)
    const variables = variablesOf(place, { comparesNulls })
    for (const rule of rules) {
      if (rule.error !== undefined) invalid(`rule compile error: ${rule.error}`)
      else if (rule.program && this.#applies(rule, place)) this.#rule(rule, variables, place, invalid)
    }
  }

  /** A rule on a transition needs something that was before, if it does not take that as optional. */
  #applies({ usesOldSelf, rule }: CompiledRule, { old }: Place): boolean {
    if (!usesOldSelf || (old !== null && old !== undefined)) return true
    return this.#evaluatesWithoutOld && rule.optionalOldSelf === true
  }

  #rule(
    compiled: CompiledRule,
    { plain, optional }: { plain: Variables; optional: Variables },
    place: Place,
    invalid: (detail: string) => void,
  ): void {
    const { rule } = compiled
    const result = compiled.program!.evaluate(rule.optionalOldSelf ? optional : plain)
    if (result.cost > this.#budget) {
      invalid(outOfBudget)
      throw new BudgetSpent()
    }
    this.#budget -= result.cost
    if (result.error !== undefined) this.#failure(result, rule, invalid)
    // Upstream gives message expressions no optional oldSelf.
    else if (result.value !== true) this.#broken(compiled, plain, place)
  }

  #failure(
    result: Evaluated & { error: string },
    rule: ValidationRule,
    invalid: (detail: string) => void,
  ): void {
    const { error } = result
    if ('exceeded' in result && result.exceeded) {
      invalid(
        `'${error}': no further validation rules will be run due to call cost exceeds limit for rule: ${ruleText(rule)}`,
      )
      throw new BudgetSpent()
    }
    if (error.startsWith('no such overload'))
      invalid(
        `'${error}': call arguments did not match a supported operator, function or macro signature for rule: ${ruleText(rule)}`,
      )
    else invalid(`${error} evaluating rule: ${ruleText(rule)}`)
  }

  #broken(compiled: CompiledRule, variables: Variables, place: Place): void {
    const { rule, messageExpression: program } = compiled
    const { schema } = place.node
    const path = compiled.fieldPath === '' ? place.path : place.path.child(compiled.fieldPath)
    const message = program
      ? evaluateMessage(program, rule.messageExpression!, variables, this.#budget)
      : { budget: this.#budget }
    this.#budget = message.budget
    if (message.error !== undefined) {
      this.#tell(compiled, place, field.invalid(fieldAt(path), schema.type ?? '', message.error))
      throw new BudgetSpent()
    }
    const detail = message.text ?? messageOf(rule)
    this.#tell(compiled, place, errorOf(path, this.#shown(place), detail, rule.reason))
  }

  #shown({ node: { schema }, value }: Place): unknown {
    if (!schemaDialect(this.#minor).showsValues) return schema.type ?? ''
    const isOmitted = schema.type === 'object' || schema.type === 'array'
    return isOmitted ? omittedValue : shownValue(value, this.#minor)
  }

  #tell({ usesOldSelf }: CompiledRule, { ratchet }: Place, error: FieldError): void {
    const isUnchanged = (ratchet.current ?? ratchet.parent)?.isUnchanged === true
    if (!usesOldSelf && isUnchanged) this.warnings.push(errorText(error))
    else this.errors.push(error)
  }
}

/** The new and the old object, and the budget, that rules are evaluated with. */
export interface RuleValidation {
  readonly value: unknown
  readonly old?: unknown
  /** The correlation of both objects, where errors of unchanged values are let pass (ratcheting). */
  readonly correlation?: CorrelatedObject
  /** Whether rules that take oldSelf as optional are evaluated where there is none. */
  readonly evaluatesWithoutOld: boolean
  readonly budget?: number
}

/** The rules of a whole schema, compiled once. */
export class RuleValidator {
  readonly #root: Node | undefined
  readonly #minor: number

  constructor(schema: Structural, isResource: boolean, minor: number) {
    this.#minor = minor
    const decl = hasRules(schema) ? ruleDeclType(schema, isResource, minor) : undefined
    this.#root = nodeOf(schema, isResource, decl, { minor, kindOf: () => 'stored' })
  }

  /** Whether there are none that could be evaluated. */
  get isEmpty(): boolean {
    return this.#root === undefined
  }

  /** The findings of all rules on an object; evaluation ends where the budget is spent. */
  validate(path: FieldPath, asked: RuleValidation): RuleFindings {
    const { value, old, correlation, budget = runtimeCostBudget } = asked
    const validation = new Validation(this.#minor, asked.evaluatesWithoutOld, budget)
    try {
      if (this.#root)
        validation.validate({ node: this.#root, value, old, path, ratchet: { current: correlation } })
    } catch (error) {
      if (!(error instanceof BudgetSpent)) throw error
      expressionPace.note(budget)
      return { errors: validation.errors, warnings: validation.warnings, budget: -1 }
    }
    expressionPace.note(budget - validation.budget)
    return validation
  }
}
