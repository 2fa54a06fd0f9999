// Evaluating what was compiled, as often as it is asked for. Upstream: cel-go cel/program.go
import type { Checked } from './checker/check.ts'
import type { Declarations } from './checker/declarations.ts'
import { CostExceeded, rootFrame, Spending, type Variables } from './interpreter/frame.ts'
import { PlanError } from './interpreter/node.ts'
import { plan } from './interpreter/plan.ts'
import { CelError, type CelValue } from './values/value.ts'

/** The most that one evaluation may cost. Upstream: k8s.io/apiserver/pkg/apis/cel/config.go (PerCallLimit) */
export const perCallLimit = 1_000_000

/** The value of an evaluation, or the error that it ended with; and its cost. */
export type Evaluated = { readonly cost: number } & (
  | { readonly value: CelValue; readonly error?: undefined }
  | { readonly error: string; readonly exceeded?: boolean }
)

/** An expression that can be evaluated. */
export interface Program {
  /** @param strict whether functions of Kubernetes' libraries have prices of their own; they do unless told otherwise */
  evaluate(variables: Variables, limit?: number, strict?: boolean): Evaluated
}

/** The program of a checked expression, or why there can be none: a literal that is none. */
export function programOf(checked: Checked, { functions }: Declarations): Program | { error: string } {
  try {
    const node = plan(checked.expr, { checked, functions })
    return {
      evaluate(variables, limit = perCallLimit, strict = true) {
        const spending = new Spending(limit, strict)
        try {
          const value = node.evaluate(rootFrame(variables, spending))
          const { cost } = spending
          return value instanceof CelError ? { error: value.message, cost } : { value, cost }
        } catch (error) {
          if (!(error instanceof CostExceeded)) throw error
          return { error: error.message, exceeded: true, cost: spending.cost }
        }
      },
    }
  } catch (error) {
    if (error instanceof PlanError) return { error: error.message }
    throw error
  }
}
