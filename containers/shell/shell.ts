// The virtual shell of a container. It writes as it goes: its output is redirected to devices of the container's files.
import { Bash, type CommandName, defineCommand, getCommandNames } from 'just-bash'
import type { ContainerFs } from '../files/container-fs.ts'
import { CannotRun } from '../node-containers.ts'
import { quoteWord } from './quote.ts'
import { rewriting } from './rewrite.ts'

/** The shell's own programs, without those that drag in a database or a browser's rules (scripts/build.mjs). */
export const shellPrograms = (getCommandNames() as CommandName[]).filter(
  (name) => !['sqlite3', 'html-to-markdown'].includes(name),
)

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

/** A command that the shell of a container has beside the library's. */
export type ShellCommand = Parameters<typeof defineCommand>[1]

/** What a shell of a container is made of. */
export interface ShellOptions {
  files: ContainerFs
  commands: Readonly<Record<string, ShellCommand>>
  isProgram(name: string): boolean
  /** Devices that the output goes to. */
  out: string
  err: string
  sleep(ms: number): Promise<void>
}

/** How a script ended, with what it leaves for the next line that is typed. */
export interface ShellEnd {
  exitCode: number
  env: Record<string, string>
  cwd: string
}

/** Runs scripts over the files of a container. */
export class ContainerShell {
  private readonly bash: Bash
  private readonly options: ShellOptions

  constructor(options: ShellOptions) {
    this.options = options
    this.bash = new Bash({
      fs: options.files,
      cwd: '/',
      env: {},
      defenseInDepth: false,
      commands: shellPrograms,
      executionLimits: limits,
      customCommands: Object.entries(options.commands).map(([name, run]) => defineCommand(name, run)),
      sleep: options.sleep,
      processInfo: { pid: 1, ppid: 0, uid: 0, gid: 0 },
    })
    this.bash.registerTransformPlugin(rewriting(options.isProgram))
  }

  /** Runs a script to its end. @throws the signal's reason where that ended it */
  async run(
    script: string,
    {
      env,
      cwd,
      input,
      signal,
    }: { env: Readonly<Record<string, string>>; cwd: string; input: Buffer; signal: AbortSignal },
  ): Promise<ShellEnd> {
    const { out, err } = this.options
    const result = await this.bash.exec(`exec >>${quoteWord(out)} 2>>${quoteWord(err)}; ${script}`, {
      cwd,
      env,
      replaceEnv: true,
      rawScript: true,
      stdin: input.toString('latin1'),
      stdinKind: 'bytes',
      signal,
    })
    signal.throwIfAborted()
    const { PWD, OLDPWD: _before, '?': _status, ...left } = result.env
    return { exitCode: result.exitCode, env: left, cwd: PWD ?? cwd }
  }
}

/** Says that a program of an image is not simulated. */
export const cannotRun = (program: string, image: string): CannotRun =>
  new CannotRun(`${program} of the image ${image} is not simulated`)
