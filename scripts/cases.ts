// Plays every recorded start and configuration of components against the simulated ones, and counts them: `npm test` does. The
// tests of the project `cases` (scripts/cases/cases.recorded.ts) play the same, with names, and cost a tenth more
// (docs/adr/0022-two-runners-of-recorded-cases.md).
// usage: node dist/cases.js [--only TEXT]     KEPSIM_CASES: a folder of other recordings of these kinds
import { join } from 'node:path'
// Who changes what a server and its informers share fails here, as in all tests.
import '../component-base/testing/freeze-shared.ts'
import { inParallel } from '../e2e/conformance/run-release.ts'
import { kinds, recordings } from './cases/kinds.ts'
import type { RecordedCase } from './cases/recorded-case.ts'
import { commandLine } from './command-line.mjs'

const { values } = commandLine('node dist/cases.js [--only TEXT]', { options: { only: { type: 'string' } } })

/** Milliseconds after which a case hangs: a loaded machine is slow. */
const longest = 120_000
/** Of cases that start components: much of each is waiting. */
const sideBySide = 2
const sums = { passed: 0, failed: 0 }

/** What a case does in another way; also that it throws, or does not end. */
function judged({ difference }: RecordedCase): Promise<string> {
  let late: NodeJS.Timeout
  const hangs = new Promise<string>((resolve) => {
    late = setTimeout(resolve, longest, `not done after ${longest / 1000} s`)
  })
  const told = (async () => difference())().catch((error: Error) => error.stack ?? error.message)
  return Promise.race([told, hangs]).finally(() => clearTimeout(late))
}

async function play(file: string, one: RecordedCase): Promise<void> {
  const found = await judged(one)
  if (found === '') sums.passed++
  else {
    sums.failed++
    // The first line of the difference beside its name, as a summary shows little more.
    console.log(`FAIL ${join(recordings, file)} ${one.id}: ${found.replaceAll('\n', '\n     ')}`)
  }
}

for (const kind of kinds)
  for (const file of kind.files(recordings)) {
    const { only } = values
    const cases = kind
      .cases(recordings, file)
      .filter(({ id }) => only === undefined || `${file} ${id}`.includes(only))
    await inParallel(kind.startsComponents === true ? sideBySide : 1, cases, (one) => play(file, one))
  }
console.log(`${sums.passed} passed, ${sums.failed} failed`)
// A component that hangs does not keep the process.
process.exit(sums.failed > 0 || sums.passed === 0 ? 1 : 0)
