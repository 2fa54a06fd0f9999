import { readOutcomes } from '../../cases/outcomes.ts'
import { outcomesFile, withOutcomes } from './with-outcomes.ts'

/** The components that are asked, and where recordings are. */
export interface AskedComponents {
  /** `v1.29.15`. */
  version: string
  /** The path of a component's binary. Throws RecordError where it is missing. */
  binary: (component: string) => string
  /** The path of etcd. Throws RecordError where there is none. */
  etcd: () => string
  /** The folder of recorded cases: inputs are taken from it. */
  recordings: string
  /** Tells how something was recorded, or that it could not be. */
  remark: (line: string) => void
}

/** Asks components, and answers files: path below the folder of recorded cases → its text. */
export type CaseRecorder = (asked: AskedComponents) => Promise<Record<string, string>>

/** A list with one entry on each line, so that a change of one case is a change of one line. */
export const listText = (entries: readonly unknown[]): string =>
  `[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`

/** A recorder of one file of outcomes, which keeps what other releases did. */
export const outcomesRecorder =
  <Input, Outcome>(
    file: string,
    record: (asked: AskedComponents) => Promise<{ input: Input; outcome: Outcome }[]>,
  ): CaseRecorder =>
  async (asked) => {
    const answers = await record(asked)
    const known = readOutcomes<Input, Outcome>(asked.recordings, file)
    return { [file]: outcomesFile(withOutcomes(known, asked.version, answers)) }
  }
