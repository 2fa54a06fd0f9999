// A command line of a container in its virtual shell: `sh -c SCRIPT`, a script's file, a program of the image, or a shell that
// reads what is typed.

import { createInterface } from 'node:readline'
import type { ResolvedCommandContext } from 'just-bash'
import { withoutMarked } from '../files/marked-path.ts'
import { systemOf } from '../images/images.ts'
import { programIn } from '../images/programs-of.ts'
import { CannotRun } from '../node-containers.ts'
import { Exited, type Process } from '../process.ts'
import { programNames, programOf } from '../programs/programs.ts'
import { isShellName, programReaction, SIGINT, SIGQUIT } from '../signals.ts'
import { shellCommands } from './commands.ts'
import { flavorOf, isBusybox } from './flavor.ts'
import { Governor } from './governor.ts'
import { Inherited } from './inherited.ts'
import { inserted } from './inserted.ts'
import { isOpen } from './is-open.ts'
import { Jobs } from './jobs.ts'
import { checkNesting } from './nesting.ts'
import { quoteWord } from './quote.ts'
import { functionsOf, onlyProgram, rewritten } from './rewrite.ts'
import { scriptCommands } from './script-commands.ts'
import { ContainerShell, cannotRun } from './shell.ts'
import type { ShellCommand } from './shell-command.ts'
import type { ShellPlace } from './shell-place.ts'
import { ShellReading } from './shell-reading.ts'
import { cannotCreate, forkFailure, signalCommands } from './signal-commands.ts'
import { type RunTimed, timedRun } from './timed-run.ts'
import { tooDeepText, withoutLet } from './too-deep.ts'
import { Traps } from './traps.ts'

/** Runs a command line to its end. @throws CannotRun where a program is not simulated */
export async function runShell(
  process: Process,
  words: readonly string[],
  place: ShellPlace,
): Promise<number> {
  const session = new Session(process, place)
  try {
    return await session.run(words)
  } finally {
    session.close()
  }
}

/** `sh -ec SCRIPT a b`. */
function shellArguments(args: readonly string[]): {
  options: string[]
  script: string | undefined
  rest: string[]
  file: string | undefined
} {
  const options: string[] = []
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!
    if (/^[-+]o$/.test(arg)) options.push(arg, args[++i] ?? '')
    else if (/^[-+]\w+$/.test(arg)) {
      const letters = arg.slice(1).replace(/[cils]/g, '')
      if (letters !== '') options.push(arg[0] + letters)
      if (arg.includes('c'))
        return { options, script: args[i + 1] ?? '', rest: args.slice(i + 3), file: undefined }
    } else if (arg !== '--') return { options, script: undefined, rest: args.slice(i + 1), file: arg }
  }
  return { options, script: undefined, rest: [], file: undefined }
}

class Session {
  private readonly process: Process
  private readonly place: ShellPlace
  private readonly shell: ContainerShell
  private readonly governor: Governor
  private readonly closers: (() => void)[]
  private readonly jobs = new Jobs()
  private readonly traps: Traps
  private readonly reading: ShellReading
  private readonly failed = new AbortController()
  /** The variables and folder after the last command, for the action of the trap on EXIT. */
  private last: { variables: ReadonlyMap<string, string>; cwd: string | undefined } = {
    variables: new Map(),
    cwd: undefined,
  }
  private looksForSignals = false
  private inherited = new Inherited('')

  constructor(process: Process, place: ShellPlace) {
    this.process = process
    this.place = place
    this.traps = new Traps(place.ignores ?? new Set())
    const goOn = (): Promise<void> => process.pause.passed()
    this.governor = new Governor(() => process.forever(), goOn, place.depth)
    const { number } = place.entry
    const [out, err] = [`/proc/${number}/fd/1`, `/proc/${number}/fd/2`]
    const busybox = isBusybox(systemOf(place.image))
    this.reading = new ShellReading(process.program, place.image)
    const { name: called, flavor } = this.reading
    this.closers = [
      place.files.device(out, (bytes) => place.streams.out(bytes)),
      place.files.device(err, (bytes) => this.tellError(bytes)),
      place.files.awaitRefusals(number, (path) => {
        this.reading.refused = true
        place.streams.err(Buffer.from(cannotCreate(flavor, called, path)))
      }),
    ]
    const around = {
      process,
      governor: this.governor,
      busybox,
      spawn: this.spawn.bind(this),
      forkFailure: forkFailure(flavor, called),
    }
    const session = this
    const signals = signalCommands({
      flavor,
      get looksForSignals() {
        return session.looksForSignals
      },
      name: called,
      governor: this.governor,
      jobs: this.jobs,
      traps: this.traps,
      processes: place.processes,
      entry: place.entry,
      rewritten: (script, exitStatus) => {
        checkNesting(script)
        return rewritten(script, this.reading, { out, err, number }, exitStatus)
      },
      goOn,
      outside: (work) => process.outside(work),
      has: (name) => this.reading.isProgram(name),
      keep: (variables, cwd) => {
        this.last = { variables: new Map(variables), cwd }
      },
    })
    this.shell = new ContainerShell({
      files: place.files.seenBy((path) => this.failed.abort(new CannotRun(`${path} is not simulated`))),
      commands: {
        ...this.limited({
          ...shellCommands(around),
          ...signals,
          ...scriptCommands(this.reading, this.timed),
        }),
        ...this.ownPrograms(),
      },
      reading: this.reading,
      flavorOf: (name) => flavorOf(name, place.image),
      busybox,
      // What was trapped by one line that is typed is for the next ones too.
      looksForSignals: (mentionsTrap) => {
        this.looksForSignals = mentionsTrap || this.traps.any
        return this.looksForSignals
      },
      out,
      err,
      sleep: (ms) => process.sleep(ms),
      number,
    })
  }

  private readonly timed: RunTimed = (words, limit, context, goes) =>
    timedRun(this.process, this.place, { words, limit, context, goes }, runShell)

  close(): void {
    for (const close of this.closers) close()
  }

  /** Commands tell what they cannot do by an error, which the shell's library would print: it ends the script. */
  private limited(commands: Record<string, ShellCommand>): Record<string, ShellCommand> {
    return Object.fromEntries(
      Object.entries(commands).map(([name, run]): [string, ShellCommand] => [
        name,
        async (args, context) => {
          try {
            return await run(args, context)
          } catch (error) {
            this.failed.abort(error)
            throw error
          }
        },
      ]),
    )
  }

  /** The programs of the image that are not the shell's. */
  private ownPrograms(): Record<string, ShellCommand> {
    const { image } = this.place
    const programs = programNames(image).map((name): [string, ShellCommand] => [
      name,
      async (args, context) => {
        const exitCode = await programOf(image, name)!({
          ...this.process,
          args,
          env: context.exportedEnv ?? {},
        })
        return { stdout: '', stderr: '', exitCode }
      },
    ])
    return this.limited(Object.fromEntries(programs))
  }

  async run(words: readonly string[]): Promise<number> {
    const [name = '', ...args] = await this.interpreted(words)
    if (!isShellName(name)) {
      const known =
        name.includes('/') && programIn(this.place.image, name) === 'runs' ? name.split('/').at(-1)! : name
      const input = await this.inputFor(words.join(' '))
      return (await this.script([known, ...args].map(quoteWord).join(' '), input)).exitCode
    }
    const { options, script, rest, file } = shellArguments(args)
    const before = [
      ...(options.length === 0 ? [] : [`set ${options.join(' ')}`]),
      ...(rest.length === 0 ? [] : [`set -- ${rest.map(quoteWord).join(' ')}`]),
    ]
    const text = script ?? (file === undefined ? this.place.typed : await this.readScript(file))
    checkNesting(text ?? '')
    this.listen(text)
    this.inherited = new Inherited(text ?? '')
    if (text === undefined) return this.typed()
    const { exitCode } = await this.script([...before, text].join('; '), await this.inputFor(text))
    return this.atExit(text, exitCode)
  }

  /** With the shell that a script's first line names. */
  private async interpreted(words: readonly string[]): Promise<readonly string[]> {
    const [name = ''] = words
    const { image, files } = this.place
    if (!name.includes('/') || isShellName(name) || programIn(image, name) === 'runs') return words
    const text = await files.readFile(files.resolvePath(this.process.cwd, name)).catch(() => '')
    const [, shell] = /^#!\s*(?:\S*\/env\s+)?\S*?((?:ba|da|a)?sh)(?:\s|$)/.exec(text) ?? []
    return shell === undefined ? words : [shell, ...words]
  }

  /** Hears signals as the shell, or as the only program that its script runs. */
  private listen(script: string | undefined): void {
    const { entry } = this.place
    const asProgram = entry.hear
    const only = onlyProgram(script ?? '')
    entry.words = [only !== undefined && this.reading.isProgram(only) ? only : 'sh']
    entry.hear = (signal, words) => {
      const heard = this.traps.hear(signal)
      return heard === 'heard' ? heard : asProgram(signal, words)
    }
  }

  /** Does what the script has said with `trap … EXIT`. @returns the exit code of the whole */
  private async atExit(script: string, exitCode: number): Promise<number> {
    const action = this.traps.takeExit()
    if (action === undefined) return exitCode
    const env = { ...this.process.env, ...Object.fromEntries(this.last.variables) }
    const end = await this.script(
      `${functionsOf(script)}${inserted.status} ${exitCode} && :\n${action}\n${inserted.status} ${exitCode} && :`,
      Buffer.alloc(0),
      { env, cwd: this.last.cwd },
    )
    return end.exitCode
  }

  private async readScript(file: string): Promise<string> {
    const path = this.place.files.resolvePath(this.process.cwd, file)
    return this.place.files.readFile(path).catch(() => `echo "sh: can't open '${file}'" >&2; exit 127`)
  }

  /** What is typed is waited for only where something reads it: nobody ends the input of `exec -i POD -- date`. */
  private async inputFor(text: string): Promise<Buffer> {
    if (this.place.streams.stdin === undefined || !reads.test(text)) return Buffer.alloc(0)
    return Buffer.from(await this.process.input())
  }

  private env: Readonly<Record<string, string>> | undefined
  private cwd: string | undefined

  private async script(
    text: string,
    input: Buffer,
    {
      keep = false,
      env = this.env,
      cwd = this.cwd,
    }: {
      keep?: boolean
      env?: Readonly<Record<string, string>> | undefined
      cwd?: string | undefined
    } = {},
  ): Promise<{ exitCode: number }> {
    checkNesting(text)
    const signal = AbortSignal.any([this.process.signal, this.failed.signal])
    this.reading.exports = Object.keys(this.process.env)
    const end = await this.shell.run(text, {
      env: env ?? this.process.env,
      cwd: cwd ?? this.process.cwd,
      input,
      signal,
    })
    if (keep) [this.env, this.cwd] = [end.env, end.cwd]
    return end
  }

  private spawn(
    script: string,
    options: string,
    context: ResolvedCommandContext,
    depth: number,
  ): number | undefined {
    const { processes, runtime } = this.place
    const { time, started } = runtime
    if (!started.begin()) return undefined
    const env = { ...context.exportedEnv, ...Object.fromEntries(context.env) }
    const { cwd } = context
    const forked = this.process.fork()
    const ignores = new Set([...this.traps.ignores, SIGINT, SIGQUIT])
    const entry = processes.add([onlyProgram(script) ?? 'sh'], {
      hear: (signal, [word = '']) => {
        if (ignores.has(signal)) return 'heard'
        const reaction = programReaction(word, signal)
        if (typeof reaction === 'object') forked.exit(reaction.exitCode)
        return reaction === undefined ? 'kernel' : 'heard'
      },
      kill: (signal) => forked.exit(128 + signal),
      pause: forked.pause,
    })
    const place = {
      ...this.place,
      entry,
      ignores,
      depth,
      streams: { ...this.place.streams, stdin: undefined },
      typed: undefined,
    }
    const done = new Promise<number>((resolve) =>
      time.start(time.now(), async () => {
        const code = await runShell(
          { ...forked, env, cwd },
          ['sh', '-c', this.inherited.before(script, options)],
          place,
        ).catch(() => (forked.signal.reason instanceof Exited ? forked.signal.reason.code : 1))
        processes.remove(entry)
        started.end()
        forked.exit(code)
        resolve(code)
      }),
    )
    this.jobs.add(entry.number, script.trim(), done)
    return entry.number
  }

  /** A shell that reads lines; with a terminal it shows a prompt and what is typed. */
  private async typed(): Promise<number> {
    const { stdin, tty, out } = this.place.streams
    if (stdin === undefined) return 0
    const prompt = (): void => {
      if (tty) out(Buffer.from(`${this.cwd ?? this.process.cwd} # `))
    }
    let exitCode = 0
    let whole = ''
    prompt()
    const lines = createInterface({ input: stdin, crlfDelay: 0 })
    this.process.signal.addEventListener('abort', () => lines.close())
    const typed = lines[Symbol.asyncIterator]()
    for (;;) {
      // Others of the pod go on while nothing is typed.
      const { value: line, done } = await this.process.outside(typed.next())
      if (done === true) break
      if (tty) out(Buffer.from(`${line}\r\n`))
      whole += whole === '' ? line : `\n${line}`
      const left = /^\s*exit(?:\s+(\d+))?\s*$/.exec(whole)
      if (left !== null) return Number(left[1] ?? exitCode)
      if (await isOpen(whole)) continue
      const text = whole
      whole = ''
      if (text.trim() !== '') exitCode = (await this.script(text, Buffer.alloc(0), { keep: true })).exitCode
      prompt()
    }
    return exitCode
  }

  /** The library speaks as bash; a program that is not simulated ends the script, one that is not there is said as the image's shell does. */
  private tellError(bytes: Uint8Array): void {
    const { image, streams } = this.place
    const text = withoutMarked(Buffer.from(bytes).toString())
    if (/^bash: execution aborted$/m.test(text) || this.failed.signal.aborted) return
    for (const [, program = ''] of text.matchAll(
      /^bash: (?:line \d+: )?(.+?): command not (?:found|available in browser.*)$/gm,
    ))
      if (programIn(image, program) !== 'absent') this.failed.abort(cannotRun(program, image))
    const told = this.reading.inOwnWords(text)
    if (withoutLet(text) !== text) this.failed.abort(new CannotRun(tooDeepText))
    if (!this.failed.signal.aborted) streams.err(Buffer.from(told))
  }
}

const reads =
  /(?:^|[\s;&|(])(?:cat|tee|read|tar|base64|grep|sed|awk|wc|head|tail|sort|uniq|tr|xargs|md5sum|sha\d+sum|gzip|gunzip|zcat|nc|sh|bash|cut|od|jq)\b/
