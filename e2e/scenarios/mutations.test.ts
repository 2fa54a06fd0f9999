// What a document says, made false: a replay notices. One mutant for each line of an output and each claim, many in one replay;
// each must be found at its own line. scripts/mutation-score.mjs replays them all, one at a time.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createComponentRuntime } from '../../cli/component-runtime.ts'
import { recordedGateFacts } from '../../cli/gate-facts.ts'
import { parseDocument } from '../../replay/document.ts'
import { builtinKubectl } from '../../replay/machine/builtin-kubectl.ts'
import { exitCodeOf, stepsOfResult } from '../../replay/outcome.ts'
import { replay } from '../../replay/replay.ts'
import { patient } from '../../replay/run/patience.ts'
import { selectSections } from '../../replay/select-sections.ts'
import { FixedWorld } from '../../replay/transcript/fixed-world.ts'
import { type Mutant, mutantsOf, mutated } from '../../scripts/mutants.mjs'

const read = (name: string): string => readFileSync(new URL(`${name}.md`, import.meta.url), 'utf8')

async function replayed(text: string) {
  const world = new FixedWorld(Date.UTC(2026, 0, 5), 1, (fixed) => createComponentRuntime(undefined, fixed))
  const { clock, random, runtime, waits } = world
  const { result } = await replay({
    file: 'x.md',
    text,
    runtime,
    clock,
    random,
    waits,
    pauses: patient,
    kubectl: world.resting(builtinKubectl),
    facts: recordedGateFacts(),
  })
  const steps = stepsOfResult(result)
  const findings = steps.flatMap((step) => step.findings).filter(({ outcome }) => outcome !== 'note')
  return {
    code: exitCodeOf(result),
    findings,
    compared: steps.reduce((sum, { checks }) => sum + checks.length, 0),
  }
}

/** Of each line one, another kind in each line after it. */
function sampleOf(text: string): Mutant[] {
  const claims = selectSections(parseDocument('x.md', text), undefined)
    .flatMap(({ steps }) => steps)
    .flatMap(({ accounts }) => accounts)
    .filter(({ as }) => as === 'claim')
  const all = mutantsOf(text, (line) => (claims.some((one) => one.line === line) ? 'claim' : undefined))
  const byLine = [...new Set(all.map(({ line }) => line))].map((line) =>
    all.filter((one) => one.line === line),
  )
  // A line more or less leaves those around it in doubt; they stand alone in the full score.
  const inPlace = byLine.map((some) => some.filter(({ lines }) => lines.length === 1))
  return inPlace.filter((some) => some.length > 0).map((some, i) => some[i % some.length]!)
}

describe('verdicts', () => {
  it.each([
    ['job-managed-by', 10],
    ['services-and-slices', 10],
    ['sets-and-claims', 10],
    ['gate-by-prose', 8],
  ])(
    '%s passes, and was compared',
    async (name, least) => {
      const { code, findings, compared } = await replayed(read(`verdicts/${name}`))
      expect(findings).toEqual([])
      expect(code).toBe(0)
      expect(compared).toBeGreaterThanOrEqual(least)
    },
    120_000,
  )
})

describe('mutants', () => {
  it.each([
    ['rules-outlive', 2],
    ['kep-4004', 12],
    ['verdicts/job-managed-by', 6],
    ['verdicts/gate-by-prose', 4],
  ])(
    'all of the sample are noticed in %s',
    async (name, least) => {
      const text = read(name)
      const sample = sampleOf(text)
      const { text: other, at } = mutated(text, sample)
      const { findings } = await replayed(other)
      const missed = sample.filter(
        // A command that failed otherwise than shown is told at its own line.
        ({ line, unit }) => !findings.some((one) => [at(line), at(unit[0])].includes(one.line)),
      )
      expect(missed.map(({ line, change }) => `${line}: ${change}`)).toEqual([])
      expect(sample.length).toBeGreaterThanOrEqual(least)
    },
    120_000,
  )
})
