// kepsim data: look at, and mend, what --data-dir keeps.
import { DataDirectoryError } from '../server/storage/lowdb/data-problem.ts'
import { inspectDirectory } from '../server/storage/lowdb/inspect-directory.ts'
import { salvageDirectory } from '../server/storage/lowdb/salvage-directory.ts'
import { unknownVerb } from './command-line.ts'
import { flaggedCommand } from './flagged-command.ts'
import { dataLine } from './lines/data.ts'
import { UsageError } from './usage-error.ts'

async function act(
  words: readonly string[],
  to: string | undefined,
): Promise<{ lines: string[]; code: number }> {
  const [verb, directory, ...more] = words
  if (verb !== 'check' && verb !== 'salvage') throw new UsageError(unknownVerb(dataLine, verb))
  if (directory === undefined || more.length > 0)
    throw new UsageError(`${verb} needs one directory: kepsim data ${verb} DIR`)
  if (verb === 'salvage')
    return { lines: await salvageDirectory({ directory, to, now: Date.now() }), code: 0 }
  if (to !== undefined) throw new UsageError('--to is for salvage')
  const { whole, lines } = await inspectDirectory(directory)
  return { lines, code: whole ? 0 : 1 }
}

/** `kepsim data`: checks a --data-dir, or salvages it. A directory that cannot be used is told as one line. */
export const run = flaggedCommand({
  line: dataLine,
  async answer({ values, positional }) {
    const { lines, code } = await act(positional, values.string('to') || undefined)
    return { text: `${lines.join('\n')}\n`, code, data: { whole: code === 0, lines } }
  },
  told: (error) =>
    error instanceof DataDirectoryError || (error as NodeJS.ErrnoException).code !== undefined
      ? (error as Error).message
      : undefined,
})
