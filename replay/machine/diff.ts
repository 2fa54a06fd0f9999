// diff, in the forms that documents show: normal, unified and brief. Upstream: diffutils (src/diff.c, src/normal.c, src/context.c)
import type { ResolvedCommandContext } from 'just-bash'
import { type FlagDefinition, FlagError } from '../../component-base/flags/flag-definition.ts'
import { parseFlags } from '../../component-base/flags/parse-flags.ts'
import { type DiffedLine, lineDiff } from '../../component-base/line-diff.ts'
import { unifiedHunks } from '../../component-base/unified-diff.ts'
import type { CommandResult } from './command-result.ts'
import { flag } from './dump-tools.ts'
import type { Machine } from './machine.ts'

const flags: readonly FlagDefinition[] = [
  flag('u', 'unified'),
  flag('q', 'brief'),
  flag('s', 'report-identical-files'),
  flag('N', 'new-file'),
]

/** A file of the two: its name on the command line, and what is in it. */
interface Side {
  path: string
  text: string | undefined
}

/** `diff`, with -u, -q, -s and -N. It ends with 0 where the files are the same, 1 where they differ, 2 for its own errors. */
export async function diff(
  _machine: Machine,
  args: string[],
  ctx: ResolvedCommandContext,
): Promise<CommandResult> {
  try {
    const { values, positional } = parseFlags(flags, args)
    const [before = '', after = '', extra] = positional
    if (after === '')
      return refused(
        `missing operand after '${before === '' ? 'diff' : before}'`,
        "Try 'diff --help' for more information.",
      )
    if (extra !== undefined) return refused(`extra operand '${extra}'`)
    const missing = values.bool('new-file') ? '' : undefined
    const sides: [Side, Side] = [await read(ctx, before, missing), await read(ctx, after, missing)]
    const absent = sides.filter(({ text }) => text === undefined)
    if (absent.length > 0) return refused(...absent.map(({ path }) => `${path}: No such file or directory`))
    const [old, now] = sides
    if (old.text === now.text)
      return told(values.bool('report-identical-files') ? `Files ${before} and ${after} are identical\n` : '')
    if (values.bool('brief')) return told(`Files ${before} and ${after} differ\n`, 1)
    const lines = lineDiff(linesOf(old.text!), linesOf(now.text!))
    return told(
      values.bool('unified') ? `--- ${before}\n+++ ${after}\n${unifiedHunks(lines)}` : normal(lines),
      1,
    )
  } catch (error) {
    if (error instanceof FlagError) return refused(error.message)
    throw error
  }
}

const told = (stdout: string, exitCode = 0): CommandResult => ({ stdout, stderr: '', exitCode })
const refused = (...texts: string[]): CommandResult => ({
  stdout: '',
  stderr: texts.map((text) => `diff: ${text}\n`).join(''),
  exitCode: 2,
})

/** @param missing stands for a file that is not there */
async function read(
  { fs, cwd, stdin }: ResolvedCommandContext,
  path: string,
  missing: string | undefined,
): Promise<Side> {
  if (path === '-') return { path, text: String(stdin) }
  return { path, text: await fs.readFile(fs.resolvePath(cwd, path)).catch(() => missing) }
}

/** A last line without its end is another one than with it. */
function linesOf(text: string): string[] {
  const lines = text.split('\n')
  const last = lines.pop()!
  return last === '' ? lines : [...lines, `${last}\n\\ No newline at end of file`]
}

/** `2c2`, `< old`, `---`, `> new` of each place. */
function normal(lines: readonly DiffedLine[]): string {
  let [old, now, out] = [0, 0, '']
  for (let at = 0; at < lines.length; ) {
    if (lines[at]!.kind === ' ') {
      old++
      now++
      at++
      continue
    }
    const from = at
    while (at < lines.length && lines[at]!.kind !== ' ') at++
    const place = lines.slice(from, at)
    const gone = place.flatMap(({ kind, text }) => (kind === '-' ? [text] : []))
    const come = place.flatMap(({ kind, text }) => (kind === '+' ? [text] : []))
    const letter = gone.length === 0 ? 'a' : come.length === 0 ? 'd' : 'c'
    out += `${range(old, gone.length)}${letter}${range(now, come.length)}\n`
    out += gone.map((text) => `< ${text}\n`).join('')
    if (letter === 'c') out += '---\n'
    out += come.map((text) => `> ${text}\n`).join('')
    old += gone.length
    now += come.length
  }
  return out
}

/** `3`, `3,5`; of no line the one before the place. */
const range = (before: number, count: number): string =>
  count <= 1 ? `${before + count}` : `${before + 1},${before + count}`
