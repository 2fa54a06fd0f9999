// The virtual shell of a container. It writes as it goes: its output is redirected to devices of the container's files.

import {
  Bash,
  type BashExecResult,
  defineCommand,
  type ExecOptions,
  type ResolvedCommandContext,
} from 'just-bash'
import type { ContainerFs } from '../files/container-fs.ts'
import { withoutMarked } from '../files/marked-path.ts'
import { CannotRun } from '../node-containers.ts'
import { isShellName } from '../signals.ts'
import { asCoreutils } from './as-coreutils.ts'
import { endless, readers } from './endless-files.ts'
import { tooDeepEnd, withinDepth } from './library-limits.ts'
import { checkNesting } from './nesting.ts'
import { type Reading, rewriting } from './rewrite.ts'
import { shellWords } from './running-commands.ts'
import type { ShellCommand, ShellFlavor, ShellResult } from './shell-command.ts'
import { shellPrograms } from './shell-programs.ts'
import { fatalStatus } from './shell-words.ts'
import { DepthGuard, depthEnd } from './too-deep.ts'
import { inToolWords, noTarget } from './tool-words.ts'

const megabyte = 1024 * 1024
/** Scripts of containers run for days: what a run may do in all is not bounded, what it may hold and do at once is. */
const any = Number.MAX_SAFE_INTEGER
const limits = {
  maxExecutionTimeMs: Number.POSITIVE_INFINITY,
  maxCommandCount: any,
  maxLoopIterations: any,
  maxWorkUnits: any,
  maxOutputSize: any,
  maxInputBytes: any,
  maxSourceBytes: megabyte,
  maxStringLength: 4 * megabyte,
  maxHeredocSize: megabyte,
  maxLiveBytes: 64 * megabyte,
  maxArrayElements: 100_000,
  maxTraversalEntries: 100_000,
}

/** The files, commands and streams that a container's shell is built with. */
export interface ShellOptions {
  files: ContainerFs
  commands: Readonly<Record<string, ShellCommand>>
  reading: Reading
  /** Whether the image's tools are those of BusyBox. */
  busybox: boolean
  /** The flavor of the shell that has this name. */
  flavorOf(name: string): ShellFlavor
  /** As `rewriting` asks it. */
  looksForSignals(mentionsTrap: boolean): boolean
  /** Devices that the output goes to. */
  out: string
  err: string
  sleep(ms: number): Promise<void>
  /** The number of the shell's process. */
  number: number
}

/** The exit code of a script, and the state that it leaves for the next line that is typed. */
export interface ShellEnd {
  exitCode: number
  env: Record<string, string>
  cwd: string
}

/** Runs scripts over the files of a container. */
export class ContainerShell {
  private readonly bash: Bash
  private readonly options: ShellOptions
  private readonly depth = new DepthGuard((text) => this.refused.abort(new CannotRun(text)))
  private refused = new AbortController()

  constructor(options: ShellOptions) {
    this.options = options
    this.bash = new Bash({
      fs: options.files,
      cwd: '/',
      env: {},
      defenseInDepth: false,
      commands: shellPrograms,
      executionLimits: limits,
      customCommands: Object.entries({ ...this.programs(), ...options.commands }).map(([name, run]) =>
        defineCommand(name, this.worded(name, run)),
      ),
      sleep: options.sleep,
      processInfo: { pid: options.number, ppid: 0, uid: 0, gid: 0 },
    })
    this.bash.registerTransformPlugin({
      name: 'depth',
      transform: ({ ast }) => {
        this.depth.look(ast)
        return { ast }
      },
    })
    this.bash.registerTransformPlugin(rewriting(options.reading, options, options.looksForSignals))
  }

  /** In the words of the image's programs. */
  private worded(name: string, run: ShellCommand): ShellCommand {
    const { busybox } = this.options
    const taken = (readers as readonly string[]).includes(name) ? endless(name, run) : run
    return async (args, context) => {
      const refused =
        name === 'cp' || name === 'mv' ? await noTarget(name, busybox, args, context) : undefined
      try {
        return refused ?? (await inToolWords(name, busybox, await taken(args, context), context))
      } catch (error) {
        if (error instanceof CannotRun) this.refused.abort(error)
        throw error
      }
    }
  }

  /** Programs of the library, which end where what they are given is nested too deeply. */
  private programs(): Record<string, ShellCommand> {
    const limited = (name: string): ShellCommand => {
      if (isShellName(name)) return (args, context) => this.within(name, args, context)
      return async (args, context) => {
        const result = await withinDepth(() => context.origCommand!(args))
        if (result === undefined) this.refused.abort(new CannotRun(tooDeepEnd(name).stderr.trimEnd()))
        if (result === undefined) return tooDeepEnd(name)
        return { ...result, stdout: asCoreutils(name, args, result.stdout) }
      }
    }
    return Object.fromEntries(shellPrograms.map((name) => [name, limited(name)]))
  }

  /** Runs a shell within the shell, which may be of another flavor. */
  private async within(
    name: string,
    args: readonly string[],
    context: ResolvedCommandContext,
  ): Promise<ShellResult> {
    const { reading, flavorOf } = this.options
    const flavor = flavorOf(name)
    const words = await shellWords(name, flavor, args, context)
    if (!Array.isArray(words)) return words
    checkNesting(await givenScript(words, context))
    const before = { flavor: reading.flavor, name: reading.name }
    Object.assign(reading, { flavor, name })
    try {
      return await this.depth.within(() => context.origCommand!(words))
    } finally {
      Object.assign(reading, before)
    }
  }

  /** Runs a script to its end. @throws the signal's reason where that ended it; CannotRun where it is nested too deeply */
  async run(
    script: string,
    {
      env,
      cwd,
      input,
      signal: given,
    }: { env: Readonly<Record<string, string>>; cwd: string; input: Buffer; signal: AbortSignal },
  ): Promise<ShellEnd> {
    const { files, out, err } = this.options
    this.refused = new AbortController()
    const signal = AbortSignal.any([given, this.refused.signal])
    this.depth.begin()
    const result = await this.ended(script, {
      cwd,
      env,
      replaceEnv: true,
      rawScript: true,
      stdin: input.toString('latin1'),
      stdinKind: 'bytes',
      signal,
    })
    this.depth.end(result.stderr)
    const deep = depthEnd(result)
    if (deep !== undefined) this.refused.abort(new CannotRun(`${this.options.reading.name}: ${deep}`))
    this.refused.signal.throwIfAborted()
    // Errors of the shell itself, and what could not be redirected.
    if (result.stdout !== '')
      await files.appendFile(out, result.stdout, result.stdoutKind === 'bytes' ? 'binary' : 'utf8')
    const said = withoutMarked(result.stderr)
    if (said !== '') await files.appendFile(err, said)
    signal.throwIfAborted()
    const { PWD, OLDPWD: _before, '?': _status, ...left } = result.env
    const { flavor } = this.options.reading
    const exitCode = fatalStatus(flavor, result.stderr, result.exitCode, /\bset\s+-\w*e/.test(script))
    return { exitCode, env: left, cwd: PWD ?? cwd }
  }

  /** The library lets errors of a redirection out: there is no file where it leads. */
  private async ended(script: string, options: ExecOptions): Promise<BashExecResult> {
    try {
      return await this.bash.exec(script, options)
    } catch (error) {
      const [, code, path = ''] =
        /^(EROFS|ENOSPC|EISDIR|ENOENT)\b.*?(?:'(.*)')?$/s.exec((error as Error).message) ?? []
      if (code === undefined) throw error
      const stderr = `${this.options.reading.name}: can't create ${path}: ${why[code]}\n`
      return { stdout: '', stderr, exitCode: 1, env: { ...options.env } }
    }
  }
}

/** The script that a shell within the shell is given: as an argument, a file, or its input. */
const givenScript = async (
  words: readonly string[],
  { fs, cwd, stdin }: ResolvedCommandContext,
): Promise<string> => {
  const [first, script = ''] = words
  if (first === '-c') return script
  return first === undefined ? String(stdin ?? '') : fs.readFile(fs.resolvePath(cwd, first)).catch(() => '')
}

const why: Readonly<Record<string, string>> = {
  EISDIR: 'Is a directory',
  ENOENT: 'nonexistent directory',
  ENOSPC: 'No space left on device',
  EROFS: 'Read-only file system',
}

/** Says that a program of an image is not simulated. */
export const cannotRun = (program: string, image: string): CannotRun =>
  new CannotRun(`${program} of the image ${image} is not simulated`)
