// One computer of the simulated machine: the author's own, or a node that a container runs. It has a disk and a shell of its own.
import { Bash, type CustomCommand, defineCommand, parse } from 'just-bash'
import type { Clock } from '../../component-base/clock.ts'
import { amend, namesCommandsLate } from '../../containers/shell/amend.ts'
import { amendAllWords } from '../../containers/shell/amend-words.ts'
import { shellPrograms } from '../../containers/shell/shell-programs.ts'
import { DepthGuard, depthEnd, tooDeepText, withoutLet } from '../../containers/shell/too-deep.ts'
import type { Limit } from '../reason.ts'
import { quoteWord } from '../shell-words.ts'
import type { CommandResult, ProgramFailure } from './command-result.ts'
import { definitionsIn } from './definitions-in.ts'
import { Disk, type ProcessFile } from './disk.ts'
import type { Forward } from './forwards.ts'
import { plainBodies } from './here-bodies.ts'
import { inserted, Jobs, mentionsJobs, placeJobs } from './jobs.ts'
import { jqUpdates } from './jq-updates.ts'
import {
  asNotFound,
  markMayFail,
  missingPrograms,
  type Program,
  told,
  toldPrograms,
} from './program-failures.ts'
import { programPaths } from './program-paths.ts'

/** How long a command may take: what waits for something that never comes ends then, with exit code 124. */
const patienceMs = 120_000
/** How many programs a command line may run: a script that calls itself keeps all of them in memory. */
const mostCommands = 20_000

/** The shell answers with text: a file keeps the bytes of what a program prints, for as long as it runs. */
const printedPath = '/var/tmp/.printed'

const tooDeepError = `bash: ${tooDeepText}\n`

/** What every computer has. */
const directories = ['/etc', '/mnt', '/opt', '/srv', '/tmp', '/usr/local/bin', '/var/log', '/var/tmp']

/** The name, programs and files that a computer begins with. */
export interface HostOptions {
  name: string
  home: string
  cwd: string
  env: Record<string, string>
  /** Path → content; executable. */
  programs: Record<string, string>
  commands: readonly Program[]
  /** Dates the files. */
  clock: Clock
  sleep(ms: number): Promise<void>
  /** A number for a process, which none has had. */
  takePid(): number
  /** Whether a forward of ports has not ended. */
  isRunning(forward: Forward): boolean
  /** What /proc has of the computer's processes. */
  processFile: ProcessFile
  /** Takes note of what a program was to do and did not. */
  doubt(doubt: string): void
}

/** A computer of the machine: a disk, and a shell that keeps directory, variables and functions from line to line. */
export class Host {
  readonly name: string
  readonly home: string
  readonly disk: Disk
  readonly jobs: Jobs
  private readonly bash: Bash
  /** The script that the shell is given; undefined once it has it: what it reads by itself comes after that. */
  private given: string | undefined
  private cwd: string
  /** What the last command ended with. */
  private status = 0
  /** When the last command ended, by the host's clock. */
  private ended = 0
  private env: Record<string, string>
  /** Programs that failed since the command line began. */
  private failures: ProgramFailure[] = []
  /** What programs said that the machine cannot do, since then. */
  private limited: { limit: Limit; stderr: string }[] = []
  private readonly depth = new DepthGuard(() => {
    this.tooDeep = true
  })
  /** Whether a script was nested too deeply since then. */
  private tooDeep = false
  /** Functions, arrays and aliases, in the order in which they were typed. */
  private readonly definitions: string[] = ['shopt -s expand_aliases']

  constructor(options: HostOptions) {
    this.name = options.name
    this.home = options.home
    this.cwd = options.cwd
    this.env = { HOME: options.home, PATH: '/usr/local/bin:/usr/bin:/bin', ...options.env }
    const files = Object.entries(options.programs).map(([path, content]) => [path, { content, mode: 0o755 }])
    const notes = {
      failure: (failure: ProgramFailure): void => void this.failures.push(failure),
      limit: (limit: Limit, stderr: string): void => void this.limited.push({ limit, stderr }),
      doubt: options.doubt,
    }
    const taken = new Set(options.commands.map(({ name }) => name))
    this.jobs = new Jobs(options.takePid, options.isRunning)
    this.disk = new Disk(Object.fromEntries(files), options.clock, { processFile: options.processFile })
    for (const path of directories) this.disk.mkdirSync(path, { recursive: true })
    this.bash = new Bash({
      fs: this.disk,
      cwd: this.cwd,
      env: this.env,
      defenseInDepth: false,
      commands: shellPrograms,
      executionLimits: { maxExecutionTimeMs: patienceMs, maxCommandCount: mostCommands },
      customCommands: [
        ...options.commands.map((one) => told(one, notes)),
        ...toldPrograms(taken, notes, this.depth),
        ...jobCommands(this.jobs),
      ],
      sleep: options.sleep,
    })
    // The shell gives a script that is named by its path nine arguments; a function of that name gets all.
    const byPath = Object.entries(options.programs)
      .map(([path, script]) => `${path}() {\n${script}}\n`)
      .join('')
    this.bash.registerTransformPlugin(programPaths)
    this.bash.registerTransformPlugin(jqUpdates)
    this.bash.registerTransformPlugin(markMayFail)
    this.bash.registerTransformPlugin({
      name: 'jobs and what the library lacks',
      transform: ({ ast }) => {
        this.depth.look(ast)
        if (this.given === undefined || mentionsJobs(this.given)) placeJobs(ast)
        this.given = undefined
        if (namesCommandsLate(ast)) ast.statements.unshift(...parse(byPath).statements)
        amendAllWords(ast)
        amend(ast)
        return { ast }
      },
    })
  }

  /** Runs a command; environment and working directory stay for the next. */
  async run(command: string): Promise<CommandResult> {
    this.disk.mark(this.ended)
    this.failures = []
    this.limited = []
    // A shell of its own runs each command: what the one before ended with is told to those that ask.
    const asked = /\$(?:\?|\{\?)/.test(command) && this.status !== 0 ? [`(exit ${this.status})`] : []
    const given = this.definitions.length > 1 ? this.definitions : []
    const script = [...given, ...asked, plainBodies(command)].join('\n')
    const defined = definitionsIn(command)
    if (defined !== '') this.definitions.push(defined)
    this.jobs.startLine()
    this.given = script
    this.tooDeep = false
    this.depth.begin()
    const result = await this.bash.exec(script, {
      cwd: this.cwd,
      env: this.env,
      replaceEnv: true,
      rawScript: true,
    })
    this.ended = Date.now()
    const { PWD, OLDPWD: _before, '?': _status, ...env } = result.env
    this.cwd = PWD ?? this.cwd
    this.env = env
    const { stdout } = result
    this.depth.end(result.stderr)
    const exitCode = this.tooDeep ? 1 : result.exitCode
    this.status = exitCode
    const deep = depthEnd(result)
    const own = deep === undefined ? withoutLet(result.stderr) : `bash: ${deep}\n`
    const stderr = this.tooDeep ? tooDeepError : asNotFound(own)
    const limits = this.limited.flatMap((one) => (stderr.includes(one.stderr) ? one.limit : []))
    if (this.tooDeep || own !== result.stderr) limits.push('not simulated')
    return {
      stdout,
      stderr,
      exitCode,
      failures: [...this.failures, ...missingPrograms(stderr)],
      ...(limits.length === 0 ? {} : { limits }),
    }
  }

  /** Runs a program with its arguments, apart from what is typed here: nothing of it stays. */
  async exec(words: readonly string[], stdin: string): Promise<CommandResult> {
    const before = this.limited.length
    const line = `${words.map(quoteWord).join(' ')} > ${printedPath}`
    // It may be run by a command line of this same shell.
    const outer = this.tooDeep
    this.tooDeep = false
    this.given = line
    const { stderr, exitCode } = await this.bash.exec(line, {
      cwd: '/',
      env: this.env,
      replaceEnv: true,
      rawScript: true,
      stdin,
    })
    const deep = this.tooDeep
    this.tooDeep ||= outer
    const limit = deep ? 'not simulated' : this.limited[before]?.limit
    return {
      ...(await this.takePrinted()),
      stderr: deep ? tooDeepError : asNotFound(stderr),
      exitCode: deep ? 1 : exitCode,
      limit,
    }
  }

  /** What a program has printed: its bytes, where they are no text. */
  private async takePrinted(): Promise<Pick<CommandResult, 'stdout' | 'stdoutKind'>> {
    if (!(await this.disk.exists(printedPath))) return { stdout: '' }
    const bytes = Buffer.from(await this.disk.readFileBuffer(printedPath))
    await this.disk.rm(printedPath)
    const text = bytes.toString()
    const isText = Buffer.from(text).equals(bytes)
    return isText ? { stdout: text } : { stdout: bytes.toString('latin1'), stdoutKind: 'bytes' }
  }

  /** Rejects where there is no such file. */
  readonly readFile = (path: string): Promise<string> => this.disk.readFile(this.absolute(path))

  /** Rejects where there is a directory of that name: the disk would put the file in its place. */
  async writeFile(path: string, content: string, mode?: number): Promise<void> {
    const target = this.absolute(path)
    if ((await this.disk.exists(target)) && (await this.disk.stat(target)).isDirectory)
      throw new Error(`open ${path}: is a directory`)
    await this.disk.mkdir(target.slice(0, target.lastIndexOf('/')) || '/', { recursive: true })
    await this.disk.writeFile(target, content)
    if (mode !== undefined) await this.disk.chmod(target, mode)
  }

  /** Names of what its shell has in its environment. */
  get variables(): Iterable<string> {
    return Object.keys(this.env)
  }

  get workingDirectory(): string {
    return this.cwd
  }

  absolute(path: string, cwd = this.cwd): string {
    return this.disk.resolvePath(cwd, path)
  }
}

/** What {@link placeJobs} puts into scripts. */
const jobCommands = (jobs: Jobs): CustomCommand[] => {
  const silent = (exitCode: number) => ({ stdout: '', stderr: '', exitCode })
  return [
    defineCommand(inserted.begin, async ([status]) => {
      jobs.begin()
      return silent(Number(status))
    }),
    defineCommand(inserted.end, async ([status]) => {
      jobs.end(Number(status))
      return silent(Number(status))
    }),
    defineCommand(inserted.last, async () => ({ ...silent(0), stdout: jobs.lastPid })),
  ]
}
