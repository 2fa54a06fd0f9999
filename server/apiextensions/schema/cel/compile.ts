// Upstream: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/compilation.go
import type { ValidationRule } from '../../../../api/apiextensions-v1.ts'
import { estimateCost } from '../../../../cel/cost/estimate.ts'
import {
  baseEnvironment,
  type Environment,
  type ExpressionKind,
  librariesOf,
} from '../../../../cel/environment.ts'
import { type Program, programOf } from '../../../../cel/program.ts'
import { type DeclType, declaredObjects, declTypeOf, sizesOf } from '../../../../cel/schema/decl-type.ts'
import { boolType, type CelType, optionalOf, stringType } from '../../../../cel/types/type.ts'
import { schemaDialect } from '../dialect.ts'
import type { Structural } from '../structural.ts'
import { validFieldPath } from './field-path.ts'

/** A compiled rule, or the error of compiling it. Where its text is empty, nothing is set. */
export interface CompiledRule {
  readonly rule: ValidationRule
  readonly program?: Program
  /** Why there is no program: the detail of a field error. */
  readonly error?: string
  readonly usesOldSelf: boolean
  /** The highest cost of one evaluation, in CEL cost units. */
  readonly maxCost: bigint
  /** How often it can be evaluated for one object where nothing limits lists and maps. */
  readonly maxCardinality: bigint
  readonly messageExpression?: Program
  readonly messageExpressionError?: string
  readonly messageExpressionMaxCost: bigint
  /** The field that the error is about, as `spec.x`; empty: where the rule stands. */
  readonly fieldPath: string
}

/** The release, and the kind of each expression, that rules are compiled for. */
export interface RuleOptions {
  /** The release's minor. */
  readonly minor: number
  /** Asked for each rule and messageExpression. */
  readonly kindOf: (expression: string) => ExpressionKind
}

/** The type of what a schema describes, as rules see it; undefined where they cannot. */
export const ruleDeclType = (schema: Structural, isResource: boolean, minor: number): DeclType | undefined =>
  declTypeOf(schema, 'selfType', isResource || schema['x-kubernetes-embedded-resource'] === true, {
    limitsIntOrString: schemaDialect(minor).limitsIntOrString,
    measuresEnums: schemaDialect(minor).measuresEnums,
  })

const maxRequest = 3 * 1024 * 1024

interface Expression {
  readonly program?: Program
  readonly error?: string
  readonly usesOldSelf: boolean
  readonly maxCost: bigint
}

const failed = (error: string): Expression => ({ error, usesOldSelf: false, maxCost: 0n })

class RuleCompiler {
  readonly #schema: Structural
  readonly #decl: DeclType
  readonly #options: RuleOptions
  readonly #environments = new Map<string, Environment>()

  constructor(schema: Structural, decl: DeclType, options: RuleOptions) {
    this.#schema = schema
    this.#decl = decl
    this.#options = options
  }

  compile(rule: ValidationRule): CompiledRule {
    const nothing = {
      rule,
      usesOldSelf: false,
      maxCost: 0n,
      maxCardinality: 0n,
      messageExpressionMaxCost: 0n,
      fieldPath: '',
    }
    if ((rule.rule ?? '').trim() === '') return nothing
    const compiled = this.#expression(rule.rule!, rule, boolType, '')
    if (!compiled.program) return { ...nothing, ...compiled }
    const whole = {
      ...nothing,
      ...compiled,
      maxCardinality: BigInt(Math.trunc(maxRequest / (this.#decl.minSize + 1))),
    }
    if (!rule.messageExpression) return { ...whole, fieldPath: this.#fieldPath(rule) }
    const message = this.#expression(rule.messageExpression, rule, stringType, 'messageExpression ')
    if (!message.program) return { ...whole, messageExpressionError: message.error! }
    return {
      ...whole,
      messageExpression: message.program,
      messageExpressionMaxCost: message.maxCost,
      fieldPath: this.#fieldPath(rule),
    }
  }

  #fieldPath({ fieldPath = '' }: ValidationRule): string {
    if (fieldPath === '') return ''
    const valid = validFieldPath(fieldPath, this.#schema)
    return valid.error === undefined ? String(valid.path) : ''
  }

  #expression(text: string, rule: ValidationRule, wanted: CelType, what: string): Expression {
    const environment = this.#environment(this.#options.kindOf(text), rule.optionalOldSelf === true)
    const compiled = environment.compile(text)
    if (compiled.error !== undefined) return failed(`${what}compilation failed: ${compiled.error}`)
    if (!wanted.equals(compiled.type) || compiled.type.kind !== wanted.kind)
      return failed(`${what || 'cel expression '}must evaluate to a ${wanted}`)
    const program = programOf(compiled.checked, environment.declarations)
    const usesOldSelf = what === '' && compiled.checked.references.has('oldSelf')
    if ('error' in program) {
      const start = what === '' ? 'program ' : what
      return { ...failed(`${start}instantiation failed: ${program.error}`), usesOldSelf }
    }
    const { max } = estimateCost(compiled.checked, this.#options.minor, sizesOf(this.#decl))
    return { program, usesOldSelf, maxCost: max }
  }

  #environment(kind: ExpressionKind, isOptional: boolean): Environment {
    const key = `${kind} ${isOptional}`
    let environment = this.#environments.get(key)
    if (environment === undefined) {
      const { type } = this.#decl
      environment = baseEnvironment(this.#options.minor, kind).extend({
        variables: new Map([
          ['self', type],
          ['oldSelf', isOptional ? optionalOf(type) : type],
        ]),
        objects: declaredObjects([this.#decl], librariesOf(this.#options.minor, kind).keywordsAsFields),
      })
      this.#environments.set(key, environment)
    }
    return environment
  }
}

/** The rules of one node of a schema (not of what is below it), in their order. @param decl of {@link ruleDeclType} */
export function compileRules(schema: Structural, decl: DeclType, options: RuleOptions): CompiledRule[] {
  const compiler = new RuleCompiler(schema, decl, options)
  return (schema['x-kubernetes-validations'] ?? []).map((rule) => compiler.compile(rule))
}
