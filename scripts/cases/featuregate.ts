// gates/featuregate-cases.json: operations on component-base's feature gates, for every library release that behaved so.
import { minorOf } from '../../component-base/minor.ts'
import { FeatureGate } from '../../featuregates/feature-gate.ts'
import type { FeatureSpec, SpecData } from '../../featuregates/feature-spec.ts'
import type { GateLogEntry } from '../../featuregates/gate-log.ts'
import { parseVersion } from '../../featuregates/version.ts'
import { errorSet } from './aggregates.ts'
import { present, readJson } from './case-files.ts'
import { type Operation, perform } from './gate-operations.ts'
import { eachOutcome, readOutcomes } from './outcomes.ts'
import { type CaseKind, compareJson } from './recorded-case.ts'

interface Step {
  error: string | null
  logs?: { message: string; severity: string }[]
  result?: unknown
  panic?: string
}
/** What came of each operation, and the state afterwards. */
export interface Expectation {
  steps: Step[]
  enabled: Record<string, boolean>
  string?: string
  knownFeatures?: string[]
  getAll?: string[]
  emulationVersionAfter?: string
  minCompatibilityVersionAfter?: string
}
/** Operations on a feature gate, and the libraries that answered so. */
export interface GateCase {
  id: string
  versions: string[]
  registration: 'versioned' | 'unversioned'
  specs: Record<string, SpecData[]>
  dependencies: Record<string, string[]> | null
  emulationVersion: string | null
  minCompatibilityVersion: string | null
  klogV: number
  ops: Operation[]
  expect?: Expectation
  expectAnyOf?: Expectation[]
}

const file = 'gates/featuregate-cases.json'

function build(recorded: GateCase, library: number, logs: GateLogEntry[]): FeatureGate {
  const { emulationVersion, minCompatibilityVersion } = recorded
  const gates = new FeatureGate({
    library,
    name: '<source>',
    log: (entry) => logs.push(entry),
    ...(emulationVersion === null ? {} : { emulationVersion: parseVersion(emulationVersion) }),
    ...(minCompatibilityVersion === null
      ? {}
      : { minCompatibilityVersion: parseVersion(minCompatibilityVersion) }),
  })
  const errors =
    recorded.registration === 'versioned'
      ? gates.addVersioned(recorded.specs)
      : gates.add(
          Object.fromEntries(Object.entries(recorded.specs).map(([gate, list]) => [gate, list.at(-1)!])),
        )
  if (recorded.dependencies !== null && errors.length === 0) {
    errors.push(...gates.addDependencies(new Map(Object.entries(recorded.dependencies))))
  }
  if (errors.length > 0) throw new Error(errors.join('; '))
  return gates
}

/** A step as it is compared: errors and lists as sets, logs sorted, results of copies only for the gates of the recording. */
function normalStep(step: Step): unknown {
  const logs = (step.logs ?? []).map((l) => `${l.severity}: ${l.message}`).sort()
  const ordered = Array.isArray(step.result) ? [...step.result].sort() : step.result
  const empty = typeof ordered === 'object' && ordered !== null && Object.keys(ordered).length === 0
  return {
    errors: errorSet(step.error),
    logs,
    result: empty ? null : (ordered ?? null),
    panic: step.panic ?? null,
  }
}

function narrowResult(actual: unknown, expected: unknown): unknown {
  if (typeof actual !== 'object' || actual === null || typeof expected !== 'object' || expected === null)
    return actual
  return Object.fromEntries(
    Object.keys(expected).map((key) => [key, (actual as Record<string, unknown>)[key]]),
  )
}

const describe = ([gate, spec]: [string, FeatureSpec]): string =>
  `${gate} stage="${spec.preRelease}" default=${spec.default} locked=${spec.lockToDefault}`

/** The state after all steps; asked only where it was recorded, since some states cannot be asked. */
const afterwards: [keyof Expectation, (gates: FeatureGate, expected: Expectation) => unknown][] = [
  [
    'enabled',
    (gates, { enabled }) =>
      Object.fromEntries(Object.keys(enabled).map((gate) => [gate, gates.enabled(gate)])),
  ],
  ['string', (gates) => gates.toString()],
  ['knownFeatures', (gates) => gates.knownFeatures()],
  ['getAll', (gates) => [...gates.getAll()].map(describe).sort()],
  ['emulationVersionAfter', (gates) => String(gates.emulationVersion)],
  ['minCompatibilityVersionAfter', (gates) => String(gates.minCompatibilityVersion)],
]

function runOn(recorded: GateCase, library: number, expected: Expectation): string {
  const logs: GateLogEntry[] = []
  const gates = build(recorded, library, logs)
  const steps = recorded.ops.map((op, i) => {
    logs.length = 0
    const outcome = perform(gates, op)
    const printed = logs.filter((l) => l.verbosity <= recorded.klogV)
    const copies = op.op.startsWith('deepCopy')
    const result = copies ? narrowResult(outcome.result, expected.steps[i]?.result) : outcome.result
    return { ...outcome, result, logs: printed }
  })
  const kept = afterwards.filter(([key]) => expected[key] !== undefined)
  const want = kept.map(([key]) => [key, expected[key]])
  const got = kept.map(([key, answer]) => [key, answer(gates, expected)])
  return compareJson(
    { steps: expected.steps.map(normalStep), ...Object.fromEntries(want) },
    { steps: steps.map(normalStep), ...Object.fromEntries(got) },
  )
}

/** What differs from each of several outcomes, any of which is right; empty where one agrees. */
function differenceFrom(outcomes: readonly Expectation[], recorded: GateCase, version: string): string {
  const library = minorOf(version)
  const differences = outcomes.map((expected) => runOn(recorded, library, expected))
  return differences.includes('') ? '' : `component-base ${version}\n${differences[0]}`
}

const outcomesOf = ({ expect, expectAnyOf }: GateCase): readonly Expectation[] => expectAnyOf ?? [expect!]

/** The first library release that differs. */
const difference = (recorded: GateCase): string =>
  recorded.versions
    .map((version) => differenceFrom(outcomesOf(recorded), recorded, version))
    .find((found) => found !== '') ?? ''

/** The recorded cases of a folder, in the order of the file. */
export const recordedGateCases = (dir: string): GateCase[] =>
  Object.values(readJson<Record<string, GateCase>>(dir, file))

/** The recorded operations on feature gates. */
export const featuregateCases: CaseKind = {
  files: (dir) => present(dir, file),
  cases: (dir) =>
    recordedGateCases(dir).map((recorded) => ({ id: recorded.id, difference: () => difference(recorded) })),
}

/** What libraries of more releases did with these cases, by their ids. */
export const featuregateOutcomesFile = 'gates/featuregate-outcomes.json'
/** The outcome of a library that does what the case has recorded of others. */
export const asRecorded = 'as recorded'

/** The recorded operations, on libraries that were asked by the project's own recorder. */
export const featuregateOutcomeCases: CaseKind = {
  files: (dir) => present(dir, featuregateOutcomesFile),
  cases(dir, name) {
    const byId = new Map(recordedGateCases(dir).map((one) => [one.id, one]))
    const all = eachOutcome(readOutcomes<string, Expectation | typeof asRecorded>(dir, name))
    return all.map(({ input, version, outcome }) => ({
      id: `${version} ${input}`,
      difference() {
        const recorded = byId.get(input)
        if (recorded === undefined) return `there is no case ${input}`
        const outcomes = outcome === asRecorded ? outcomesOf(recorded) : [outcome]
        return differenceFrom(outcomes, recorded, version)
      },
    }))
  },
}
