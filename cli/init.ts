// kepsim init: files to begin with.
import { flaggedCommand } from './flagged-command.ts'
import {
  planSkeleton,
  readmeSkeleton,
  type Subject,
  skewSkeleton,
  workflowSkeleton,
} from './init/skeleton.ts'
import { checkedGate, folderInRepository, writeNewFiles } from './init/write-files.ts'
import { initLine } from './lines/init.ts'
import { UsageError } from './usage-error.ts'

function subjectOf(words: readonly string[], gate: string): Subject {
  const [what, number, ...rest] = words
  if (what === undefined) throw new UsageError('init needs what to write: kepsim init kep 1234')
  if (what !== 'kep') throw new UsageError(`unknown "${what}": kepsim init kep NUMBER`)
  if (number === undefined || rest.length > 0)
    throw new UsageError('init kep needs one number: kepsim init kep 1234')
  if (!/^[1-9]\d*$/.test(number))
    throw new UsageError(`"${number}" is no number of a KEP: kepsim init kep 1234`)
  return { number, gate: checkedGate(gate) }
}

/** `kepsim init`: writes the files of a new KEP. */
export const run = flaggedCommand({
  line: initLine,
  async answer({ values, positional }) {
    const subject = subjectOf(positional, values.string('gate'))
    const directory = values.string('dir') || `kep-${subject.number}`
    const folder = folderInRepository(directory)
    const written = writeNewFiles(directory, {
      'plan.yaml': planSkeleton(subject),
      'README.md': readmeSkeleton(subject),
      'skew.mjs': skewSkeleton(subject),
      '.github/workflows/kepsim.yml': workflowSkeleton(subject, folder),
    })
    const next = [
      'kepsim plan walk plan.yaml',
      'kepsim replay README.md --plan plan.yaml --section all',
      'kepsim skew skew.mjs --plan plan.yaml',
    ]
    const text = [
      ...written.map((path) => `wrote ${path}`),
      '',
      `In ${directory}:`,
      ...next.map((line) => `  ${line}`),
      ...(folder === ''
        ? []
        : ['', `GitHub reads workflows at the root of a repository: move ${directory}/.github there.`]),
    ]
    return { text: `${text.join('\n')}\n`, code: 0, data: { wrote: written, next } }
  },
})
