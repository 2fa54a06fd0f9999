// `kepsim` in a document: what stays is a part of the transcript's machine, the rest runs as it is.
import { decodeBytesToUtf8, type ResolvedCommandContext } from 'just-bash'
import type { CommandResult } from '../machine/command-result.ts'
import type { Machine } from '../machine/machine.ts'
import { up } from './up.ts'

/** Runs kepsim itself for the document: arguments, the files beside it, and when → what it printed and the files it wrote. */
export type RunKepsim = (
  args: string[],
  files: ReadonlyMap<string, string>,
  now: number,
) => Promise<CommandResult & { files: Map<string, string> }>

/** What the machine has as commands of its own, for the cluster that runs on it. */
const components = new Set(['kubectl', 'kube-apiserver', 'kubelet', 'kube-proxy'])

/** Runs `kepsim` in a transcript: clusters and components on its machine, other commands by `run`. */
export async function kepsimCommand(
  machine: Machine,
  args: string[],
  context: ResolvedCommandContext,
  run: RunKepsim,
): Promise<CommandResult> {
  const [name = '', ...rest] = args
  const help = rest.some((arg) => arg === '--help' || arg === '-h')
  if (name === 'up' && !help) return up(machine, rest, context)
  // Packets through the rules for a file's objects need no cluster, and a node's kube-proxy has no such command.
  const rules = name === 'kube-proxy' && rest[0] === 'rules'
  if (components.has(name) && !rules && !help && context.exec !== undefined)
    return context.exec(name, {
      cwd: context.cwd,
      env: { ...context.exportedEnv },
      args: rest,
      stdin: decodeBytesToUtf8(context.stdin),
    })
  const files = await filesIn(context)
  const { files: written, ...result } = await run(args, files, machine.options.clock.now())
  for (const [path, content] of written) await context.fs.writeFile(`${context.cwd}/${path}`, content)
  return result
}

/** Links are followed on the machine's disk; one that leads nowhere is no file. */
async function filesIn({ cwd, fs }: ResolvedCommandContext): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const name of await fs.readdir(cwd)) {
    const path = `${cwd}/${name}`
    const found = await fs.stat(path).catch(() => undefined)
    if (found?.isFile === true) files.set(name, await fs.readFile(path))
  }
  return files
}
