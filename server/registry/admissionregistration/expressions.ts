// Expressions of admission policies and match conditions, compiled. Upstream: pkg/apis/admissionregistration/validation/validation.go
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { AdmissionCompiler, type OptionalVariables } from '../../../cel/admission/compiler.ts'
import type { ExpressionKind } from '../../../cel/environment.ts'
import { boolType, type CelType, nullType, stringType } from '../../../cel/types/type.ts'
import { registryDialect } from '../dialect.ts'

/** Expressions that are stored already, which may use what a rollback would not understand. */
export type StoredExpressions = ReadonlySet<string>

const none: StoredExpressions = new Set()

/** What an expression may give. */
export const expressionTypes = {
  condition: [boolType],
  message: [stringType],
  annotation: [stringType, nullType],
} as const satisfies Record<string, readonly CelType[]>

/** Tells the errors of one policy's expressions, in the order of the policy: later ones see the variables before them. */
export class ExpressionValidation {
  readonly #minor: number
  readonly #compiler: AdmissionCompiler
  readonly #fresh: ExpressionKind

  /** @param composes whether the policy has variables @param fresh the kind of expressions that are not stored */
  constructor(minor: number, composes: boolean, fresh: ExpressionKind) {
    this.#minor = minor
    this.#fresh = fresh
    this.#compiler = new AdmissionCompiler(minor, composes)
  }

  /** The errors of an expression that is not empty. @param shown what the error shows of it, where that is not the expression */
  errors(
    expression: string,
    at: FieldPath,
    optional: OptionalVariables,
    returns: readonly CelType[],
    { stored = none, shown = expression }: { stored?: StoredExpressions; shown?: string } = {},
  ): FieldError[] {
    const compiled = this.#compiler.compile(expression, optional, returns, this.#kindOf(shown, stored))
    return compiled.error === undefined ? [] : [field.invalid(at, shown, compiled.error)]
  }

  /** The errors of a variable, which later expressions can name. */
  variableErrors(
    name: string,
    expression: string,
    at: FieldPath,
    optional: OptionalVariables,
    stored: StoredExpressions,
  ): FieldError[] {
    const compiled = this.#compiler.addVariable(name, expression, optional, this.#kindOf(expression, stored))
    return compiled.error === undefined ? [] : [field.invalid(at, expression, compiled.error)]
  }

  /** A validation's expression as it is compiled. */
  compiledText(expression: string): string {
    return registryDialect(this.#minor).trimsExpressions ? expression.trim() : expression
  }

  #kindOf(expression: string, stored: StoredExpressions): ExpressionKind {
    return stored.has(expression) ? 'stored' : this.#fresh
  }
}
