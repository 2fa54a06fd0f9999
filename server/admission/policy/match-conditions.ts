// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/matchconditions/matcher.go
import { aggregate } from '../../../featuregates/aggregate.ts'
import { activate, type EvaluationInput } from './activation.ts'
import type { CompiledCondition } from './compile.ts'
import { Budget, evaluate, matchConditionsBudget, OutOfBudget } from './evaluate.ts'

/** Whether a request is meant, or why that is not known. */
export type ConditionsResult = { readonly matches: boolean } | { readonly error: string }

/** The first condition that is false decides; errors of others count where none is. @param ignores errors say that a request is not meant */
export function matchConditions(
  conditions: readonly CompiledCondition[],
  input: EvaluationInput,
  ignores: boolean,
): ConditionsResult {
  if (conditions.length === 0) return { matches: true }
  const failed = (error: string): ConditionsResult => (ignores ? { matches: false } : { error })
  try {
    const activation = activate(input, { namespace: false, authorizer: true })
    const budget = new Budget(matchConditionsBudget)
    // All are evaluated before any is looked at: what they cost together counts.
    const results = conditions.map((condition) => evaluate(condition, activation, budget))
    const errors: string[] = []
    for (const result of results)
      if (result.error !== undefined) errors.push(result.error)
      else if (result.value === false) return { matches: false }
    return errors.length === 0 ? { matches: true } : failed(aggregate(errors))
  } catch (error) {
    if (!(error instanceof OutOfBudget)) throw error
    return failed(error.message)
  }
}
