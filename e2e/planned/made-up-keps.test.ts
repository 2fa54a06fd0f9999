// KEPs that do not exist, from their plan to a walk: (a) a field behind a gate, (b) a field that is no longer reported, (c) an
// immutable field, a list and a new value behind one gate, (d) a
// list of containers, (e) a kind, a flag, a metric and a column, and what `kepsim init kep` writes. Each is green, and with a wrong claim red.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createComponentRuntime } from '../../cli/component-runtime.ts'
import { fixedSurroundings } from '../../cli/fixed-surroundings.ts'
import { recordedGateFacts } from '../../cli/gate-facts.ts'
import { planSkeleton, readmeSkeleton, skewSkeleton } from '../../cli/init/skeleton.ts'
import { lintPlan } from '../../cli/plan/lint-plan.ts'
import { walkPlan } from '../../cli/plan/walk.ts'
import { walkReport } from '../../cli/plan/walk-report.ts'
import { releasePlan } from '../../plans/extend.ts'
import { readPlan } from '../../plans/read-plan.ts'
import { parseDocument } from '../../replay/document.ts'
import { builtinKubectl } from '../../replay/machine/builtin-kubectl.ts'
import { type Outcome, stepsOfResult } from '../../replay/outcome.ts'
import { replay } from '../../replay/replay.ts'
import { selectSections } from '../../replay/select-sections.ts'
import { cellsOf } from '../../replay/skew/matrix.ts'
import { runCell } from '../../replay/skew/run-cell.ts'
import { loadScenario } from '../../replay/skew/scenario.ts'
import type { Step } from '../../replay/step.ts'
import { type Trials, trialsOf } from '../../scripts/trials.ts'

const dir = mkdtempSync(join(tmpdir(), 'kepsim-keps-test-'))
afterAll(() => rmSync(dir, { recursive: true }))

interface Kep {
  plan: string
  readme: string
  skew: string
}

const ofFolder = (name: string): Kep => {
  const file = (one: string): string => join(import.meta.dirname, name, one)
  return {
    plan: readFileSync(file('plan.yaml'), 'utf8'),
    readme: readFileSync(file('README.md'), 'utf8'),
    skew: file('skew.mjs'),
  }
}

function skeleton(): Kep {
  const subject = { number: '1234', gate: 'MyFeature' }
  const skew = join(dir, 'skew.mjs')
  writeFileSync(skew, skewSkeleton(subject))
  return { plan: planSkeleton(subject), readme: readmeSkeleton(subject), skew }
}

const read = (kep: Kep) => readPlan('plan.yaml', kep.plan)

const sectionsOf = (text: string, section: string): Step[][] =>
  selectSections(parseDocument('README.md', text), section).map(({ steps }) => steps)

/**
 * What each step of the sections came to, and what other READMEs, each with other words in a line, come to where they are held against
 * the clusters of this one: null where only a replay tells.
 */
async function replayed(
  kep: Kep,
  section = 'all',
  others: readonly string[] = [],
): Promise<{ steps: Outcome[]; others: (Outcome | null)[][] }> {
  const plan = releasePlan(read(kep).plan)
  const variants = others.map((text) => ({ text, from: 1, more: 0 }))
  const trials: Trials[] = []
  const { result } = await replay({
    file: 'README.md',
    text: kep.readme,
    section,
    ...fixedSurroundings(Date.UTC(2026, 0, 5), builtinKubectl, plan),
    facts: recordedGateFacts(plan),
    onSection: ({ steps }) => {
      const at = trials.length
      trials.push(trialsOf(steps, variants, (text) => sectionsOf(text, section)[at] ?? []))
    },
    onAction: (action, outcomeWith) => trials.at(-1)!.after(action, outcomeWith),
  })
  return {
    steps: stepsOfResult(result).map(({ outcome }) => outcome),
    others: others.map((_, i) => trials.map((one) => one.outcomes[i]!)),
  }
}

const outcomes = async (kep: Kep, section?: string): Promise<Outcome[]> =>
  (await replayed(kep, section)).steps

async function cells(kep: Kep, most: number): Promise<string[]> {
  const plan = releasePlan(read(kep).plan)
  const facts = recordedGateFacts(plan)
  const parts = { runtime: () => createComponentRuntime(plan), kubectl: builtinKubectl, facts }
  const scenario = await loadScenario(kep.skew)
  if (scenario.kind !== 'module') throw new Error('no module')
  const all = cellsOf(scenario.matrix, facts).slice(0, most)
  return Promise.all(
    all.map(async (cell) => {
      const { status, outcome } = await runCell(scenario, cell, parts)
      return `${status}: ${outcome}`
    }),
  )
}

async function walked(kep: Kep): Promise<{ failed: boolean; notes: readonly string[] }> {
  const { plan } = read(kep)
  const { report, failed } = walkReport(plan, await walkPlan(plan))
  return { failed, notes: report.notes ?? [] }
}

describe.each([
  ['a field behind a gate', ofFolder('traffic-hint'), 5, 2, ['passed: Node']],
  [
    'a field that is no longer reported',
    ofFolder('node-boot-id'),
    6,
    4,
    [
      'passed: reported',
      'passed: kubelet refuses: unrecognized feature gate: DisableNodeBootID',
      'passed: empty',
    ],
  ],
  ['fields and a value of claims', ofFolder('claim-retention'), 5, 1, ['passed: dropped']],
  ['a list of containers behind a gate', ofFolder('start-hints'), 7, 2, ['passed: Normal']],
  [
    'a kind as alpha and beta, a flag, a metric and a column',
    ofFolder('node-quota'),
    4,
    2,
    ['passed: kubelet_running_pods', 'passed: kubelet_pods_running'],
  ],
  ['what init writes', skeleton(), 5, 1, ['passed: here']],
])('%s', (_what, kep, steps, most, answers) => {
  it('is linted, replayed, skewed and walked', async () => {
    expect(lintPlan(read(kep)).failed).toBe(false)
    expect(await outcomes(kep)).toEqual(Array(steps).fill('passed'))
    expect(new Set(await cells(kep, most))).toEqual(new Set(answers))
    expect(await walked(kep)).toMatchObject({ failed: false })
  }, 120_000)
})

describe.each([
  [
    'a list',
    ofFolder('start-hints'),
    [
      ['kube-apiserver runs version 1.37.', 'kube-apiserver runs version 1.38.'],
      ['`ContainerStartHints` is enabled by default', '`ContainerStartHints` is disabled by default'],
      ['`ContainerStartHints` is locked to true', '`ContainerStartHints` is beta'],
      ['startHints[0].priority` is `Normal`', 'startHints[1].priority` is `Normal`'],
      ["The Pod's `startHints` are still there", "The Pod's `startHints` are gone"],
      ['The Pod `plain` does not have the field', 'The Pod `plain` has the field'],
    ],
  ],
  [
    'a kind',
    ofFolder('node-quota'),
    [
      ['The kubelet runs version 1.36.', 'The kubelet runs version 1.38.'],
      ['`NodeQuotas` is in beta in 1.38', '`NodeQuotas` is enabled by default in 1.37'],
      ['quota.k8s.io/v1alpha1 Soft', 'quota.k8s.io/v1beta1 Soft'],
      ['== "Soft"', '== "Strict"'],
      ['   kubelet_pods_running 0', '   kubelet_running_pods 0'],
      ['git checkout v1.39.0', 'git checkout v1.36.0'],
    ],
  ],
] as const)('a wrong claim of %s', (_what, kep, wrong) => {
  it('differs, each of them', async () => {
    const readmes = wrong.map(([right, other]) => kep.readme.replace(right, other))
    expect(readmes).not.toContain(kep.readme)
    const { others } = await replayed(kep, 'all', readmes)
    const missed: string[] = []
    for (const [i, readme] of readmes.entries()) {
      // Where its commands are others, it has clusters of its own.
      const differs =
        others[i]!.includes('differs') || (await outcomes({ ...kep, readme })).includes('differs')
      if (!differs) missed.push(wrong[i]!.join(' → '))
    }
    expect(missed).toEqual([])
  }, 240_000)
})

describe('a wrong claim', () => {
  const kep = ofFolder('node-boot-id')

  it('in the README differs', async () => {
    const readme = kep.readme.replace(
      "2. Upgrade to 1.40. The node's `bootID` field is empty",
      "2. Upgrade to 1.40. The node's `bootID` field is not empty",
    )
    expect(await outcomes({ ...kep, readme }, 'upgrade')).toContain('differs')
  }, 60_000)

  it('in the plan fails the walk, and so does one that no row looks at', async () => {
    const plan = kep.plan
      .replace('where: { DisableNodeBootID: true }, is: ""', 'where: { DisableNodeBootID: true }, is: here')
      .replace('until: "1.36"', 'until: "1.30"')
    const { failed, notes } = await walked({ ...kep, plan })
    expect(failed).toBe(true)
    expect(notes).toContain(
      'bootID in 1.37, started as 1.37: claimed where DisableNodeBootID=true: is "here"; it is ""',
    )
    expect(notes).toContain('bootID: no row of the walk is one of the claim until 1.30: set true')
    expect(notes.at(-1)).toBe('5 claims looked at, 4 wrong')
  }, 60_000)
})

it.each([
  ['request: GET nodes', 'probes[0].request must be a method and a path, as "GET /api/v1/nodes/node-1"'],
  ['request: POST /api', 'POST needs a body'],
  ['claims: [{ is: a }]', 'is and set speak of what show names: the probe has none'],
  ['claims: [{ from: "1.37" }]', 'the claim says nothing: it needs one of code, is, set'],
  ['claims: [{ code: 200, where: { Nowhere: true } }]', 'neither the plan nor 1.36 has a gate Nowhere'],
])('a probe that cannot be asked is told: %s', (key, message) => {
  const entry = key.startsWith('request') ? key : `request: GET /healthz, ${key}`
  const text = `apiVersion: kepsim.dev/v1alpha1\nkind: FeaturePlan\nmetadata: { name: t, summary: t }\nlastRelease: "1.40"\nprobes:\n  - { name: p, ${entry} }\n`
  expect(() => readPlan('p.yaml', text)).toThrow(message)
})
