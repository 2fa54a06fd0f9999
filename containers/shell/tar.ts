// tar of a container: the library's, which keeps absolute names as they are. Upstream: GNU tar, BusyBox archival/tar.c

import { Bash, latin1FromBytes, type ResolvedCommandContext } from 'just-bash'
import { quoteWord } from './quote.ts'
import type { ShellCommand } from './shell-command.ts'

/** Options whose value is the next word. */
const valued = /^(?:-?[A-Za-z]*[fCTX]|--(?:file|directory|files-from|exclude-from|exclude))$/

/** The members that an archive is to be made of; undefined where none is made. */
function membersOf(args: readonly string[]): number[] | undefined {
  const [mode = ''] = args
  if (
    !args.some(
      (arg, i) => arg === '--create' || /^-[A-Za-z]*c/.test(arg) || (i === 0 && /^[A-Za-z]*c/.test(mode)),
    )
  )
    return undefined
  const isMember = (arg: string, i: number): boolean =>
    i > 0 && !arg.startsWith('-') && !valued.test(args[i - 1]!)
  return [...args.keys()].filter((i) => isMember(args[i]!, i))
}

/** @param busybox says what BusyBox says */
export const tar =
  (busybox: boolean): ShellCommand =>
  async (args, context) => {
    const members = membersOf(args) ?? []
    const absolute = members.length > 0 && members.every((i) => args[i]!.startsWith('/'))
    if (!absolute) return run(args, context)
    const relative = args.map((arg, i) => (members.includes(i) ? arg.replace(/^\/+/, '') || '.' : arg))
    const result = await run([...relative, '-C', '/'], context)
    const stripped = busybox
      ? "tar: removing leading '/' from member names\n"
      : "tar: Removing leading `/' from member names\n"
    return { ...result, stderr: stripped + result.stderr }
  }

const run = (args: readonly string[], { fs, cwd, stdin, signal }: ResolvedCommandContext) =>
  new Bash({ fs, cwd, commands: ['tar'], defenseInDepth: false }).exec(
    ['tar', ...args].map(quoteWord).join(' '),
    { stdin: latin1FromBytes(stdin), stdinKind: 'bytes', ...(signal === undefined ? {} : { signal }) },
  )
