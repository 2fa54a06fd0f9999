// Programs that run another one: shells within the shell, env and xargs.

import type { ResolvedCommandContext } from 'just-bash'
import { quoteWord } from './quote.ts'
import { ended, type ShellCommand, type ShellFlavor, type ShellResult } from './shell-command.ts'

/** Arguments of a shell in the form that the library takes, `-c SCRIPT NAME ARGUMENTS`; a result where it takes none. */
export async function shellWords(
  name: string,
  flavor: ShellFlavor,
  args: readonly string[],
  { fs, cwd }: ResolvedCommandContext,
): Promise<string[] | ShellResult> {
  const options: string[] = []
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!
    if (/^[-+]o$/.test(arg)) options.push(arg, args[++i] ?? '')
    else if (/^[-+][a-zA-Z]+$/.test(arg)) {
      const letters = arg.slice(1).replace(/[cils]/g, '')
      if (letters !== '') options.push(arg[0] + letters)
      if (!arg.includes('c')) continue
      const script = args[i + 1]
      if (script === undefined) return ended(2, noArgument(name, flavor))
      const set = options.length === 0 ? '' : `set ${options.join(' ')}; `
      return ['-c', `${set}${script}`, ...args.slice(i + 2)]
    } else {
      if (await fs.exists(fs.resolvePath(cwd, arg))) return [...args.slice(i)]
      return ended(flavor === 'bash' ? 127 : 2, cannotOpen(name, flavor, arg))
    }
  }
  return [...args]
}

function noArgument(name: string, flavor: ShellFlavor): string {
  if (flavor === 'bash') return `${name}: -c: option requires an argument\n`
  return `${name}: ${flavor === 'dash' ? '0: ' : ''}-c requires an argument\n`
}

function cannotOpen(name: string, flavor: ShellFlavor, file: string): string {
  if (flavor === 'bash') return `${name}: ${file}: No such file or directory\n`
  return flavor === 'dash'
    ? `${name}: 0: cannot open ${file}: No such file\n`
    : `${name}: can't open '${file}': No such file or directory\n`
}

/** Runs words as a command; without an environment of its own it has that of the command that runs it. */
export type RunWords = (
  words: readonly string[],
  context: ResolvedCommandContext,
  env?: Readonly<Record<string, string>>,
) => Promise<ShellResult>

/** Runs words in the library with an environment of their own, of which nothing is left. */
export async function runInLibrary(
  words: readonly string[],
  context: ResolvedCommandContext,
  env: Readonly<Record<string, string>>,
): Promise<ShellResult> {
  const { exec, cwd, signal } = context
  return exec!(words.map(quoteWord).join(' '), {
    cwd,
    env: { ...env },
    replaceEnv: true,
    stdin: String(context.stdin ?? ''),
    stdinKind: 'bytes',
    ...(signal === undefined ? {} : { signal }),
  })
}

/** `env -i A=b PROGRAM …`; without a program the library's shows what there is. */
export const env =
  (run: RunWords): ShellCommand =>
  async (args, context) => {
    let given: Record<string, string> = { ...context.exportedEnv }
    for (let i = 0; i < args.length; i++) {
      const arg = args[i]!
      const [, name, value] = /^([^=]+)=(.*)$/s.exec(arg) ?? []
      if (arg === '-i' || arg === '-' || arg === '--ignore-environment') given = {}
      else if (arg === '-u') delete given[args[++i] ?? '']
      else if (name !== undefined && !arg.startsWith('-')) given[name] = value!
      else if (arg.startsWith('-')) return context.origCommand!(args)
      else return run(args.slice(i), context, given)
    }
    return context.origCommand!(args)
  }

/** As POSIX has it: 123 where a run failed, 124 where one ended with 255; without input it runs once, but with -r. */
export const xargs =
  (run: RunWords): ShellCommand =>
  async (args, context) => {
    const words = args.flatMap((arg) => (/^-[InLPd]./.test(arg) ? [arg.slice(0, 2), arg.slice(2)] : [arg]))
    const oncePer = words.some((arg) => /^-(?:I|i|n|L|d|0|-no-run-if-empty|\w*r)/.test(arg))
    const at = words.findIndex((arg) => !arg.startsWith('-'))
    if (!oncePer && at >= 0 && String(context.stdin ?? '').trim() === '') {
      const { exitCode, ...rest } = await run(words.slice(at), context)
      return { ...rest, exitCode: statusOf(exitCode) }
    }
    const result = await context.origCommand!(words)
    const status = statusOf(result.exitCode)
    const said = status === 124 ? `xargs: ${words[at] ?? 'echo'}: exited with status 255; aborting\n` : ''
    return {
      ...result,
      exitCode: /^xargs: /m.test(result.stderr) ? result.exitCode : status,
      stderr: result.stderr + said,
    }
  }

const statusOf = (exitCode: number): number =>
  exitCode === 255 ? 124 : exitCode > 0 && exitCode < 126 ? 123 : exitCode
