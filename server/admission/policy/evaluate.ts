// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/cel/activation.go (Evaluate)
import type { CelValue } from '../../../cel/values/value.ts'
import { expressionPace } from '../../registry/generic/pace.ts'
import { type Activation, run } from './activation.ts'
import type { CompiledExpression } from './compile.ts'

/** The CEL cost limit of all expressions of a policy with one parameter object. Upstream: pkg/apis/cel/config.go */
export const runtimeCostBudget = 10_000_000
/** The limit of what all match conditions of a policy or webhook may cost together, in CEL cost units. */
export const matchConditionsBudget = 2_500_000

/** The value of an expression, or the error of its evaluation. */
export type Evaluation = { readonly value: CelValue; readonly error?: undefined } | { readonly error: string }

/** The budget is used up: no more expressions are evaluated. */
export class OutOfBudget extends Error {
  constructor() {
    super('validation failed due to running out of cost budget, no further validation rules will be run')
  }
}

/** The CEL cost that is left for expressions that share a limit. */
export class Budget {
  left: number
  constructor(left: number) {
    this.left = left
  }
  /** Throws OutOfBudget. */
  spend(cost: number): void {
    expressionPace.note(cost)
    if (cost > this.left) throw new OutOfBudget()
    this.left -= cost
  }
}

/** Evaluates an expression. Throws OutOfBudget. */
export function evaluate(
  { text, compiled }: CompiledExpression,
  activation: Activation,
  budget: Budget,
): Evaluation {
  if (compiled.error !== undefined) return { error: `compilation error: ${compiled.error}` }
  const result = run(compiled.program, activation.names, activation.strictCost)
  budget.spend(activation.takeCost())
  budget.spend(result.cost)
  if (result.error !== undefined) return { error: `expression '${text}' resulted in error: ${result.error}` }
  return { value: result.value }
}
