// The built-in kubectl, of the release that is simulated.
import { goQuote } from '../component-base/go/quote.ts'
import { type CommandNode, childOf, root } from './command-tree.ts'
import { fatalText, KubectlError, NotSimulatedError, SilentExit } from './errors.ts'
import { firstWord, readFlags, requireFlags } from './flags/read-flags.ts'
import type { KubectlHost } from './host.ts'
import { withPreferences } from './kuberc.ts'
import { minorOfHost, Session } from './session.ts'

/** The command that a line's words name. */
export interface Found {
  path: string[]
  node: CommandNode
  /** The arguments without the command's words. */
  args: string[]
}

/** The command that a line names, and the arguments after its words. @param minor of the kubectl; default: the newest. Upstream: github.com/spf13/cobra Command.Find */
export function findCommand(args: readonly string[], minor = Number.POSITIVE_INFINITY): Found {
  let node = root
  const path: string[] = []
  let rest = [...args]
  for (;;) {
    const at = firstWord(rest)
    const child = at < 0 ? undefined : childOf(node, rest[at]!, minor)
    if (child === undefined) return { path, node, args: rest }
    path.push(child[0])
    node = child[1]
    rest = [...rest.slice(0, at), ...rest.slice(at + 1)]
  }
}

/** Runs a command line on a host; resolves with the exit code. Prints errors, and rejects only for bugs. */
export async function runKubectl(args: string[], host: KubectlHost): Promise<number> {
  const minor = minorOfHost(host)
  let session: Session | undefined
  let line: string[]
  try {
    line = await withPreferences(args, host, minor, (words) => findCommand(words, minor).path)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    host.stderr(fatalText(error))
    return 1
  }
  const { path, node, args: rest } = findCommand(line, minor)
  try {
    const flags = readFlags(path.join(' '), rest, minor, host.env)
    for (const notice of flags.notices) host.stderr(`${notice}\n`)
    const [word] = flags.positional
    if (flags.values.bool('help') || word === 'help' || (path.length === 0 && word === undefined)) {
      host.stdout((await import('./help.ts')).help)
      return 0
    }
    if (node.run === undefined) return await withoutRun({ path, node, minor }, flags.positional)
    requireFlags(path.join(' '), flags.set)
    session = new Session(host, path.join(' '), flags)
    const code = await (await node.run())(session, flags.positional)
    return code === 0 && flags.values.bool('warnings-as-errors') ? await warningsAsErrors(session) : code
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (error instanceof NotSimulatedError) host.notSimulated?.()
    host.stderr(fatalText(error))
    return exitCode(error, path)
  } finally {
    await session?.close()
  }
}

/** What a command comes to that has succeeded, where the server's warnings are errors. Upstream: kubectl/pkg/cmd/cmd.go (PersistentPostRunE) */
async function warningsAsErrors(session: Session): Promise<number> {
  const count = await session.warnings()
  if (count === 0) return 0
  session.host.stderr(`error: ${count} ${count === 1 ? 'warning' : 'warnings'} received\n`)
  return 1
}

/** `diff` tells a difference by 1, so its errors are more. */
function exitCode(error: Error, path: readonly string[]): number {
  const code = error instanceof SilentExit ? error.code : 1
  return path[0] === 'diff' && !(error instanceof SilentExit) ? code + 1 : code
}

/** A command that is only the root of others: told which, or what was wrong. */
async function withoutRun(
  { path, node, minor }: { path: readonly string[]; node: CommandNode; minor: number },
  words: readonly string[],
): Promise<never> {
  const [word] = words
  const parent = ['kubectl', ...path].join(' ')
  if (word === undefined)
    throw new SilentExit(
      1,
      `usage: ${parent} COMMAND\n\nAvailable Commands:\n${Object.keys(node.children ?? {})
        .map((name) => `  ${name}\n`)
        .join('')}`,
    )
  if (path.length > 0)
    throw new KubectlError(
      `unknown command ${goQuote(words.join(' '))}\nSee '${parent} -h' for help and examples`,
    )
  const { nearest } = await import('./suggestions.ts')
  throw new KubectlError(`unknown command ${goQuote(word)} for "kubectl"${nearest(word, minor)}`)
}
