// Asks real components of a release what those of other releases were asked, and puts their answers into the files of outcomes.
import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { packageRoot } from '../../../component-base/package-root.ts'
import { readOutcomes } from '../../cases/outcomes.ts'
import { findBinaries } from '../components.ts'
import { RecordError } from '../record-error.ts'
import { recordFlags } from './apiserver-flags.ts'
import { recordGates } from './gates.ts'
import { recordKubelet } from './kubelet.ts'
import type { AskedComponents, CaseRecorder } from './recorder.ts'
import { outcomesFile, withOutcomes } from './with-outcomes.ts'

/** By the names that `--cases` takes. */
const recorders: Readonly<Record<string, CaseRecorder>> = {
  gates: recordGates,
  flags: recordFlags,
  kubelet: recordKubelet,
}

/** The recorders that `--cases` names: `all`, or a list with commas. Throws RecordError where there is none of a name. */
function chosen(names: string): CaseRecorder[] {
  const known = Object.keys(recorders)
  const wanted = names === 'all' ? known : names.split(',')
  const unknown = wanted.find((name) => !known.includes(name))
  if (unknown === undefined) return wanted.map((name) => recorders[name]!)
  throw new RecordError(`--cases ${unknown}: no such cases; all, or one or more of ${known.join(',')}`)
}

/** Records the cases of `names` with the binaries in `folder`. @param version of the components: `v1.29.15` */
export async function recordCases(
  names: string,
  version: string,
  folder: string,
  say: (line: string) => void,
): Promise<void> {
  const recordings = join(packageRoot, 'e2e/golden/cases')
  const binary = (component: string): string => {
    const path = resolve(folder, component)
    if (!existsSync(path))
      throw new RecordError(`${folder} holds no ${component}, whose cases are to be recorded`)
    return path
  }
  const asked: AskedComponents = {
    version,
    binary,
    etcd: () => findBinaries(folder, process.env['PATH'] ?? '').etcd,
    recordings,
  }
  for (const { file, record } of chosen(names)) {
    const answers = await record(asked)
    const entries = withOutcomes(readOutcomes<unknown, unknown>(recordings, file), version, answers)
    writeFileSync(join(recordings, file), outcomesFile(entries))
    say(`${version}: ${answers.length} cases in ${file}`)
  }
}
