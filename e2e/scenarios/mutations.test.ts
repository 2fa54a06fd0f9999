// What a document says, made false: a replay notices. Each line of an output and each claim is changed, and held against reality
// in the replay of the document itself. scripts/mutation-score.mjs changes everything, and replays what changes the course.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { fixedSurroundings } from '../../cli/fixed-surroundings.ts'
import { recordedGateFacts } from '../../cli/gate-facts.ts'
import { parseDocument } from '../../replay/document.ts'
import { builtinKubectl } from '../../replay/machine/builtin-kubectl.ts'
import { exitCodeOf, stepsOfResult } from '../../replay/outcome.ts'
import { replay } from '../../replay/replay.ts'
import { selectSections } from '../../replay/select-sections.ts'
import type { Step } from '../../replay/step.ts'
import { type Mutant, mutantsOf, mutated } from '../../scripts/mutants.mjs'
import { type Trials, trialsOf } from '../../scripts/trials.ts'

const stepsOf = (text: string): Step[] =>
  selectSections(parseDocument('x.md', text), undefined).flatMap(({ steps }) => steps)

/** As many as `most`, of each kind and everywhere. */
function sampleOf(text: string, most: number): Mutant[] {
  const accounts = stepsOf(text).flatMap((step) => step.accounts)
  const claims = new Set(accounts.filter(({ as }) => as === 'claim').map(({ line }) => line))
  const all = mutantsOf(text, (line) => (claims.has(line) ? 'claim' : undefined))
  const every = Math.max(1, Math.floor(all.length / most))
  return all.filter((_, i) => i % every === 0)
}

async function replayed(text: string, sample: readonly Mutant[]) {
  const variants = sample.map((one) => ({
    text: mutated(text, [one]).text,
    from: one.line + 1 + (one.drops ?? 0),
    more: one.lines.length - 1 - (one.drops ?? 0),
  }))
  let trials: Trials | undefined
  const { result } = await replay({
    file: 'x.md',
    text,
    ...fixedSurroundings(Date.UTC(2026, 0, 5), builtinKubectl),
    facts: recordedGateFacts(),
    onSection: ({ steps }) => {
      trials = trialsOf(steps, variants, stepsOf)
    },
    onAction: (action, outcomeWith) => trials!.after(action, outcomeWith),
  })
  const steps = stepsOfResult(result)
  return {
    code: exitCodeOf(result),
    findings: steps.flatMap((step) => step.findings).filter(({ outcome }) => outcome !== 'note'),
    compared: steps.reduce((sum, { checks }) => sum + checks.length, 0),
    outcomes: trials!.outcomes,
  }
}

it.each([
  ['rules-outlive', 5, 6],
  ['kep-4004', 20, 30],
  ['verdicts/job-managed-by', 10, 20],
  ['verdicts/services-and-slices', 10, 30],
  ['verdicts/sets-and-claims', 10, 30],
  ['verdicts/gate-by-prose', 8, 15],
  ['verdicts/indexed-job', 20, 35],
  ['verdicts/volumes', 18, 35],
  ['verdicts/nodes', 20, 35],
  ['verdicts/roles', 25, 35],
  ['verdicts/kubelet-file', 12, 20],
  ['verdicts/mostly-prose', 20, 30],
])(
  '%s passes, and notices what is made false',
  async (name, leastCompared, leastTried) => {
    const text = readFileSync(new URL(`${name}.md`, import.meta.url), 'utf8')
    const sample = sampleOf(text, 45)
    const { code, findings, compared, outcomes } = await replayed(text, sample)
    expect(findings).toEqual([])
    expect(code).toBe(0)
    expect(compared).toBeGreaterThanOrEqual(leastCompared)
    const missed = sample.filter((_, i) => outcomes[i] === 'passed')
    expect(missed.map(({ line, change }) => `${line}: ${change}`)).toEqual([])
    expect(outcomes.filter((outcome) => outcome !== null).length).toBeGreaterThanOrEqual(leastTried)
  },
  120_000,
)
