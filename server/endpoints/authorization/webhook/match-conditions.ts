// Upstream: staging/src/k8s.io/apiserver/pkg/authorization/cel/matcher.go
import { compileMatchCondition } from '../../../../cel/authorization/match-condition.ts'
import type { Program } from '../../../../cel/program.ts'
import { plainValue } from '../../../../cel/schema/values.ts'
import { aggregate } from '../../../../featuregates/aggregate.ts'
import { conditionInput, type ReviewSpec } from './review.ts'

/** Whether a webhook is asked, or why that is not known. */
export type Matching = { readonly matches: boolean } | { readonly error: string }

/** The match conditions of a webhook: all must be true. */
export class MatchConditions {
  private readonly programs: readonly { readonly expression: string; readonly program: Program }[]

  /** Throws an Error where an expression does not compile. @param selectors AuthorizeWithSelectors */
  constructor(expressions: readonly string[], minor: number, selectors: boolean) {
    this.programs = expressions.map((expression) => {
      const compiled = compileMatchCondition(expression, minor, selectors)
      if (compiled.error !== undefined) throw new Error(compiled.error)
      return { expression, program: compiled.program }
    })
  }

  get empty(): boolean {
    return this.programs.length === 0
  }

  /** The first that is false decides; errors of those before it do not count then. */
  match(spec: ReviewSpec): Matching {
    const errors: string[] = []
    const names = { request: plainValue(conditionInput(spec)) }
    for (const { expression, program } of this.programs) {
      const result = program.evaluate(names)
      if (result.error !== undefined)
        errors.push(`cel evaluation error: expression '${expression}' resulted in error: ${result.error}`)
      else if (result.value === false) return { matches: false }
    }
    return errors.length === 0 ? { matches: true } : { error: aggregate(errors) }
  }
}
