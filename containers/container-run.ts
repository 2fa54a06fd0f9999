// A run of a container: its own program, and the programs that are run beside it.

import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import type { ContainerLog } from './container-log.ts'
import type { ContainerOrigin } from './created-by.ts'
import { environmentOf, expanded } from './environment.ts'
import type { ContainerFs } from './files/container-fs.ts'
import { rootFiles } from './files/root-files.ts'
import { hostNameOf } from './host-name.ts'
import { commandLine, imageOf } from './images/images.ts'
import { notExecuted } from './images/no-program.ts'
import { programIn } from './images/programs-of.ts'
import { endOf, mostLogLines, mostMessage, mostOfLog } from './last-words.ts'
import { CannotRun, NoSuchProgram, type StandardStreams } from './node-containers.ts'
import type { NodeOfContainers } from './node-of-containers.ts'
import { Pause } from './pause.ts'
import { type PodContainer, usualMessagePath } from './pod.ts'
import type { PodPlace } from './pod-place.ts'
import { type DatagramHandler, Exited, type Process } from './process.ts'
import { ProcessTable, type TableEntry } from './process-table.ts'
import { goLogLine } from './programs/go-flags.ts'
import { httpServer } from './programs/http.ts'
import { programOf } from './programs/programs.ts'
import { readWhole } from './read-whole.ts'
import { runShell } from './shell/run-shell.ts'
import { cannotRun } from './shell/shell.ts'
import { isShellName, ownReaction } from './signals.ts'

/** The standard streams of a process. */
export interface Streams {
  out(bytes: Uint8Array): void
  err(bytes: Uint8Array): void
  stdin: Readable | undefined
  tty: boolean
}

const bytesOf = (text: string | Uint8Array): Uint8Array =>
  typeof text === 'string' ? Buffer.from(text) : text

/** A run of a container, from its start to its end. */
export class ContainerRun {
  readonly container: PodContainer
  readonly log: ContainerLog
  private readonly origin: ContainerOrigin | undefined
  /** Milliseconds since the epoch; `until` of one that has ended. */
  readonly startedAt: number
  private readonly until: number
  private readonly runtime: PodPlace
  private readonly killed = new AbortController()
  private readonly closers: (() => void)[] = []
  private readonly onEnd: (exitCode: number | undefined) => void
  private made: Promise<{ files: ContainerFs; env: Record<string, string> }> | undefined
  private readonly processes: ProcessTable
  /** The process of the container's own program; undefined until it has begun. */
  private own: TableEntry | undefined
  /** The input that is typed to the container's own program; undefined where that has no standard input. */
  private readonly input: PassThrough | undefined
  /** The reason why the container's own program is not simulated. */
  private limit: CannotRun | undefined

  constructor(
    runtime: PodPlace,
    container: PodContainer,
    log: ContainerLog,
    life: { startedAt: number; until: number },
    onEnd: (exitCode: number | undefined) => void,
  ) {
    this.runtime = runtime
    this.container = container
    this.origin = container.origin
    this.log = log
    this.startedAt = life.startedAt
    this.until = life.until
    this.onEnd = onEnd
    this.input = container.spec.stdin === true ? new PassThrough() : undefined
    this.processes = runtime.processes ?? new ProcessTable()
  }

  /** Gives what is typed to the container's own program. With stdinOnce it reads the end of the first that types. */
  type(stdin: Readable): void {
    const { input } = this
    if (input === undefined) return
    stdin.pipe(input, { end: this.container.spec.stdinOnce === true })
    this.killed.signal.addEventListener('abort', () => stdin.unpipe(input), { once: true })
  }

  get running(): boolean {
    return !this.killed.signal.aborted
  }

  private parts(): Promise<{ files: ContainerFs; env: Record<string, string> }> {
    this.made ??= this.make()
    return this.made
  }

  /** The node as the kubelets saw it that made the pod's sandbox and this container. */
  private get node(): NodeOfContainers {
    const { node, view } = this.runtime
    return { ...node, ...view.origin, ...this.origin?.by }
  }

  private async make(): Promise<{ files: ContainerFs; env: Record<string, string> }> {
    const { node } = this
    const { volumes } = this.runtime
    const { pod, addresses } = this.runtime.view
    const { spec } = this.container
    const readFile = async (name: string, path: string): Promise<string | undefined> => {
      const volume = await volumes.volume(name)
      return volume?.fs.readFile(`${volume.root}/${path.replace(/^\//, '')}`).catch(() => undefined)
    }
    const env = await environmentOf(node, pod, spec, {
      since: this.startedAt,
      readFile,
      objects: this.origin?.objects,
    })
    const now = { pod: () => this.runtime.view.pod, container: () => this.container.spec }
    return { env, files: await rootFiles({ node, ...now, addresses, volumes, env }) }
  }

  /** Runs the container's own program, in the time of the pod. */
  async main(): Promise<void> {
    const decoder = { out: new TextDecoder(), err: new TextDecoder() }
    const writer = (stream: 'out' | 'err') => (bytes: Uint8Array) =>
      this.log.write(this.runtime.time.now(), `std${stream}`, decoder[stream].decode(bytes, { stream: true }))
    const tty = this.container.spec.tty === true
    const streams: Streams = {
      out: writer('out'),
      err: writer(tty ? 'out' : 'err'),
      stdin: this.input,
      tty,
    }
    try {
      const { env } = await this.parts()
      const words = commandLine(this.container.spec).map((word) => expanded(word, env))
      this.ended(
        words.length === 0
          ? await this.unknown()
          : await this.execute(words, streams, this.killed.signal, (entry) => {
              this.own = entry
            }),
      )
    } catch (error) {
      if (error instanceof Exited) return this.ended(error.code)
      if (!this.running) return
      // What is not simulated runs on, and says nothing.
      this.limit = error instanceof CannotRun ? error : undefined
      if (this.limit !== undefined) this.log.unknown(this.limit)
      if (error instanceof NoSuchProgram) return this.ended(128)
      this.onEnd(undefined)
      await this.runtime.time.sleep(Number.POSITIVE_INFINITY, this.killed.signal).catch(() => {})
    }
  }

  private unknown(): Promise<never> {
    throw cannotRun('the own program', this.container.spec.image ?? '')
  }

  private ended(code: number): void {
    if (!this.running) return
    this.stop()
    this.onEnd(code & 255)
  }

  /** Sends a signal to the container's own program. */
  signal(signal: number): void {
    if (this.own !== undefined) this.processes.signal(this.own.number, signal)
  }

  /** Kills all processes of the container. */
  stop(): void {
    if (!this.running) return
    this.killed.abort(new Error('killed'))
    for (const close of this.closers.splice(0)) close()
    this.log.end()
  }

  /** Runs a program beside the container's own. */
  async exec(command: readonly string[], streams: StandardStreams, signal: AbortSignal): Promise<number> {
    const ended = new AbortController()
    const all = AbortSignal.any([this.killed.signal, signal, ended.signal])
    const write = (to: NodeJS.WritableStream) => (bytes: Uint8Array) => void to.write(bytes)
    const out = write(streams.stdout)
    const own: Streams = {
      out,
      err: streams.tty ? out : write(streams.stderr),
      stdin: streams.stdin,
      tty: streams.tty,
    }
    return this.runtime.beside(async () => {
      try {
        return await this.execute(command, own, all)
      } catch (error) {
        if (error instanceof Exited) return error.code
        if (all.aborted) return 137
        throw error
      } finally {
        ended.abort(new Error('ended'))
        for (const stream of [streams.stdout, streams.stderr])
          if (stream.writableNeedDrain) await Promise.race([once(stream, 'drain'), once(stream, 'close')])
      }
    })
  }

  /** @throws NoSuchProgram, CannotRun */
  private async execute(
    words: readonly string[],
    streams: Streams,
    signal: AbortSignal,
    onBegin?: (entry: TableEntry) => void,
  ): Promise<number> {
    const [name = ''] = words
    const { image = '' } = this.container.spec
    const { files, env } = await this.parts()
    const exit = new AbortController()
    const whole = AbortSignal.any([signal, exit.signal])
    const process = this.processOf(words, streams, {
      env,
      files,
      signal: whole,
      exit: (code) => exit.abort(new Exited(code)),
    })
    const entry = this.processes.add(words, this.hearing(process, onBegin !== undefined))
    onBegin?.(entry)
    const own = programOf(image, name)
    try {
      if (own !== undefined) return await own(process)
      const script =
        name.includes('/') &&
        !isShellName(name) &&
        (await files.exists(name)) &&
        programIn(image, name) !== 'runs'
      if (!script) this.mustHave(name)
      return await runShell(process, words, {
        files,
        streams,
        image,
        entry,
        processes: this.processes,
        runtime: this.runtime,
      })
    } catch (error) {
      if (exit.signal.aborted) throw exit.signal.reason
      throw error
    } finally {
      this.processes.remove(entry)
      exit.abort(new Exited(0))
    }
  }

  /** The reactions of a program that is no shell to signals. @param own whether it is the container's own program */
  private hearing(process: Process, own: boolean): Omit<TableEntry, 'number' | 'words'> {
    const { spec } = this.container
    return {
      hear: (signal, [word]) => {
        const reaction = ownReaction(own ? spec : undefined, word, signal)
        if (reaction === undefined) return 'kernel'
        if (reaction === 'goes on') return 'heard'
        const end = async (): Promise<void> => {
          await process.sleep(reaction.afterMs)
          process.exit(reaction.exitCode)
        }
        void this.runtime.beside(end).catch(() => {})
        return 'heard'
      },
      kill: (signal) => process.exit(128 + signal),
      pause: process.pause,
    }
  }

  private mustHave(name: string): void {
    const { image = '' } = this.container.spec
    const found = programIn(image, name)
    if (found === 'exists') throw cannotRun(name, image)
    if (found === 'absent')
      throw new NoSuchProgram(
        `OCI runtime exec failed: exec failed: unable to start container process: ${notExecuted(name)}`,
      )
  }

  private processOf(
    [program = '', ...args]: readonly string[],
    streams: Streams,
    own: {
      env: Record<string, string>
      files: ContainerFs
      signal: AbortSignal
      exit: (code: number) => void
    },
  ): Process {
    const { env, files, signal, exit } = own
    const { runtime, node } = this
    const { pod, addresses } = runtime.view
    const pause = new Pause(runtime.time, signal)
    const sleep = async (ms: number): Promise<void> => {
      if (runtime.time.now() + ms > this.until) await runtime.time.sleep(Number.POSITIVE_INFINITY, signal)
      await runtime.time.sleep(ms, signal)
      await pause.passed()
      await runtime.volumes.fresh()
    }
    const listen = (close: (() => void) | undefined, port: number, protocol = 'tcp'): void => {
      if (close === undefined) {
        const why = `listen ${protocol} :${port}: bind: address already in use`
        streams.err(Buffer.from(goLogLine(runtime.time.now(), why)))
        exit(1)
        throw new Exited(1)
      }
      this.closers.push(close)
      signal.addEventListener('abort', close)
    }
    return {
      program,
      args,
      env,
      files,
      pod,
      container: this.container.spec,
      signal,
      exit,
      sleep,
      pause,
      cwd: this.container.spec.workingDir ?? imageOf(this.container.spec.image)?.workdir ?? '/',
      gates: node.gates,
      hostname: hostNameOf(node, pod).host,
      address: addresses[0],
      outside: (work) => pause.outside(work),
      network: {
        resolve: (...asked) => pause.outside(runtime.network.resolve(...asked)),
        dial: (...asked) => pause.outside(runtime.network.dial(...asked)),
        datagram: (...asked) => pause.outside(runtime.network.datagram(...asked)),
      },
      now: () => runtime.time.now(),
      fork: () => {
        const end = new AbortController()
        return this.processOf([program, ...args], streams, {
          ...own,
          signal: AbortSignal.any([signal, end.signal]),
          exit: (code) => end.abort(new Exited(code)),
        })
      },
      forever: async () => {
        for (;;) await sleep(Number.POSITIVE_INFINITY)
      },
      out: (text) => streams.out(bytesOf(text)),
      err: (text) => streams.err(bytesOf(text)),
      input: () => pause.outside(inputOf(streams.stdin)),
      taken: (port) => runtime.ports.taken(port),
      listenHttp: (port, handler) => {
        const served = httpServer((request, response) =>
          runtime.beside(() => pause.passed().then(() => handler(request, response))),
        )
        listen(runtime.ports.listenTcp(port, served), port)
      },
      listenTcp: (port, handler) => listen(runtime.ports.listenTcp(port, handler), port),
      listenUdp: (port, handler) => {
        const served: DatagramHandler = (data, from) =>
          runtime.beside(() => pause.passed().then(() => handler(data, from)))
        listen(runtime.ports.listenUdp(port, served), port, 'udp')
      },
      run: async (command) => {
        const chunks: Uint8Array[] = []
        const keep = (bytes: Uint8Array): void => void chunks.push(bytes)
        const exitCode = await this.execute(
          command,
          { out: keep, err: keep, stdin: undefined, tty: false },
          signal,
        )
        return { output: Buffer.concat(chunks).toString(), exitCode }
      },
    }
  }

  /** The container's termination message. @param fromLog whether the end of its log stands for none */
  async lastWords(fromLog: boolean): Promise<string> {
    const { files } = await this.parts()
    const { terminationMessagePath = usualMessagePath } = this.container.spec
    const left = await files.readFile(terminationMessagePath).catch(() => '')
    if (left !== '' || !fromLog) return endOf(left, mostMessage)
    return endOf(
      this.log.lines
        .slice(-mostLogLines)
        .map(({ text }) => text)
        .join(''),
      mostOfLog,
    )
  }

  /** Why what it does by itself is not simulated; undefined where it is. */
  get cannotRun(): CannotRun | undefined {
    return this.limit
  }
}

const mostInput = 64 * 1024 * 1024

const inputOf = async (stdin: Readable | undefined): Promise<Uint8Array> =>
  stdin === undefined
    ? new Uint8Array()
    : readWhole(stdin, mostInput, () => new CannotRun('so much input is not simulated'))
