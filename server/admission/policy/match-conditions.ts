// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/matchconditions/matcher.go
import { aggregate } from '../../../featuregates/aggregate.ts'
import type { GenericAPIServer } from '../../endpoints/generic-apiserver.ts'
import type { ConditionLabels } from '../metrics.ts'
import { activate, type EvaluationInput } from './activation.ts'
import type { CompiledCondition } from './compile.ts'
import { Budget, evaluate, matchConditionsBudget, OutOfBudget } from './evaluate.ts'

/** Counts the evaluation that begins now, where its conditions do not hold: upstream does not count others. */
export function conditionsNoted(
  { context: { clock }, admissionMetrics }: Pick<GenericAPIServer, 'context' | 'admissionMetrics'>,
  labels: ConditionLabels,
): (errors: number) => void {
  const started = clock.now()
  return (errors) => admissionMetrics.conditions(labels, errors, (clock.now() - started) / 1000)
}

/** Whether match conditions select a request, or the error of evaluating them. */
export type ConditionsResult = { readonly matches: boolean } | { readonly error: string }

/** The first condition that is false decides; errors of others count where none is. @param ignores errors say that a request is not meant @param noted is told how many failed, of conditions that do not hold */
export function matchConditions(
  conditions: readonly CompiledCondition[],
  input: EvaluationInput,
  ignores: boolean,
  noted: (errors: number) => void = () => {},
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
      else if (result.value === false) {
        noted(errors.length)
        return { matches: false }
      }
    if (errors.length === 0) return { matches: true }
    noted(errors.length)
    return failed(aggregate(errors))
  } catch (error) {
    if (!(error instanceof OutOfBudget)) throw error
    noted(0)
    return failed(error.message)
  }
}
