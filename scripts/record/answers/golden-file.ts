// A recorded scenario as e2e/golden/conformance holds it.
import { isDeepStrictEqual } from 'node:util'
import { canonical } from '../../../e2e/conformance/canonical.ts'
import type { Result } from '../../../e2e/conformance/play.ts'
import type { Expected, Scenario } from '../../../e2e/conformance/scenario.ts'

const minor = (release: string): number => Number(release.slice(2))

/** The answers of a step with that of one release in the place of what it answered before; equal ones are one entry. */
function withAnswer(known: readonly Expected[], release: string, result: Result): Expected[] {
  const answer: unknown = JSON.parse(JSON.stringify(result))
  const isSame = ({ releases: _, ...one }: Expected): boolean => isDeepStrictEqual(canonical(one), answer)
  if (known.some((one) => one.releases.includes(release) && isSame(one))) return [...known]
  const others = known
    .map((one) => ({ ...one, releases: one.releases.filter((other) => other !== release) }))
    .filter(({ releases }) => releases.length > 0)
  const same = others.find(isSame)
  if (same === undefined)
    return [...others, { releases: [release], ...(answer as Omit<Expected, 'releases'>) }]
  same.releases = [...same.releases, release].sort((a, b) => minor(a) - minor(b))
  return others
}

/** The scenario with a release's results, one for each step. */
export const withAnswers = (scenario: Scenario, release: string, results: readonly Result[]): Scenario => ({
  ...scenario,
  steps: scenario.steps.map((step, i) => ({
    ...step,
    expect: withAnswer(step.expect, release, results[i]!),
  })),
})

/** One step a line, so that a change of one answer is a change of one line. */
export function scenarioText({ file: _, steps, ...head }: Scenario): string {
  const lines = steps.map((step) => JSON.stringify(step))
  return `${JSON.stringify(head).slice(0, -1)}, "steps": [\n${lines.join(',\n')}\n]}\n`
}
