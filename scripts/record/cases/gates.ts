// What component-base's feature gates of a release do with the operations of recorded cases: those on gates without versions.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import {
  asRecorded,
  type Expectation,
  featuregateOutcomesFile,
  type GateCase,
  recordedGateCases,
} from '../../cases/featuregate.ts'
import { openWorkshop } from '../go/workshop.ts'
import { outcomesRecorder } from './recorder.ts'
import { inFolder } from './run-binary.ts'

/** Operations of libraries that know no versions of gates and no overrides of their defaults. */
const operations = [
  'set',
  'setFromMap',
  'enabled',
  'string',
  'addUnversioned',
  'addFlag',
  'close',
  'deepCopySet',
]

const isAsked = ({ registration, ops }: GateCase): boolean =>
  registration === 'unversioned' && ops.every(({ op }) => operations.includes(op))

/** Of the state afterwards, what a recorded outcome has of it. */
const narrowed = (answer: Expectation, recorded: Expectation): Expectation =>
  Object.fromEntries(
    Object.entries(answer).filter(([key]) => Object.hasOwn(recorded, key)),
  ) as unknown as Expectation

/** Of a set with two bad gates, and the like, there are several outcomes: any that was recorded is as recorded. */
function outcomeOf(answer: Expectation, recorded: GateCase): Expectation | typeof asRecorded {
  const known = recorded.expectAnyOf ?? [recorded.expect!]
  const same = known.some((one) => isDeepStrictEqual(one, narrowed(answer, one)))
  return same ? asRecorded : narrowed(answer, known[0]!)
}

/** The same operations were recorded of several groups of libraries: the first of them stands for all. */
const eachOnce = (cases: readonly GateCase[]): GateCase[] => {
  const inputs = cases.map((one) => [JSON.stringify([one.specs, one.klogV, one.ops]), one] as const)
  return [...new Map(inputs.toReversed()).values()].reverse()
}

/** Asks the library itself; `go` compiles a program against it. */
export const recordGates = outcomesRecorder(featuregateOutcomesFile, async ({ version, recordings }) => {
  const cases = eachOnce(recordedGateCases(recordings).filter(isAsked))
  const workshop = await openWorkshop(version)
  return inFolder(async (folder) => {
    const file = join(folder, 'cases.json')
    writeFileSync(file, JSON.stringify(cases))
    const answers = await workshop.run<Record<string, Expectation>>('featuregate', [file])
    return cases.map((one) => ({ input: one.id, outcome: outcomeOf(answers[one.id]!, one) }))
  })
})
