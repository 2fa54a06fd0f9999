// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/cel/activation.go (Evaluate)
import type { CelValue } from '../../../cel/values/value.ts'
import { type Activation, run } from './activation.ts'
import type { CompiledExpression } from './compile.ts'

/** What all expressions of a policy and one parameter may cost together. Upstream: pkg/apis/cel/config.go */
export const runtimeCostBudget = 10_000_000
/** What all match conditions may cost together. */
export const matchConditionsBudget = 2_500_000

/** What an expression gave, or why it gave nothing. */
export type Evaluation = { readonly value: CelValue; readonly error?: undefined } | { readonly error: string }

/** The budget is used up: no more expressions are evaluated. */
export class OutOfBudget extends Error {
  constructor() {
    super('validation failed due to running out of cost budget, no further validation rules will be run')
  }
}

/** What expressions may still cost. */
export class Budget {
  left: number
  constructor(left: number) {
    this.left = left
  }
  /** Throws OutOfBudget. */
  spend(cost: number): void {
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
