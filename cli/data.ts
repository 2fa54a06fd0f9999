// kepsim data: look at, and mend, what --data-dir keeps.
import type { FlagDefinition } from '../component-base/flags/flag-definition.ts'
import { DataDirectoryError } from '../server/storage/lowdb/data-problem.ts'
import { inspectDirectory } from '../server/storage/lowdb/inspect-directory.ts'
import { salvageDirectory } from '../server/storage/lowdb/salvage-directory.ts'
import { flaggedCommand } from './flagged-command.ts'
import { UsageError } from './usage-error.ts'

const flags: FlagDefinition[] = [
  { name: 'to', type: 'string' },
  { name: 'help', type: 'bool', shorthand: 'h' },
]

const help = `usage: kepsim data check DIR                  is all there what was written? Changes nothing; exit code 1 where it is not
       kepsim data salvage DIR [--to DIR2]    make a store of what is whole, and tell what is lost

DIR is what 'kube-apiserver --data-dir' and 'up --data' keep, while no server has it.
salvage keeps the files as they were in DIR/damaged-TIME; with --to it leaves DIR alone and makes DIR2. Objects whose newest
change is lost are there as they were before. Revisions go on above all old ones, so that clients list anew.
`

async function act(
  words: readonly string[],
  to: string | undefined,
): Promise<{ lines: string[]; code: number }> {
  const [verb, directory, ...more] = words
  if (verb !== 'check' && verb !== 'salvage')
    throw new UsageError(verb === undefined ? 'check or salvage?' : `unknown command "${verb}"`)
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
  name: 'data',
  flags,
  help,
  async answer({ values, positional }) {
    const { lines, code } = await act(positional, values.string('to') || undefined)
    return { text: `${lines.join('\n')}\n`, code }
  },
  told: (error) =>
    error instanceof DataDirectoryError || (error as NodeJS.ErrnoException).code !== undefined
      ? `kepsim data: ${(error as Error).message}\n`
      : undefined,
})
