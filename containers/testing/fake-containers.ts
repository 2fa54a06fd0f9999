// Containers that do a little, where a test asks how they are reached and not what they do.
import type { Duplex, Readable, Writable } from 'node:stream'
import { duplexPair } from 'node:stream'
import {
  CannotRun,
  type ContainerOutput,
  type NodeContainers,
  NoSuchProgram,
  type OutputLine,
  type PodSandbox,
  type RunningContainer,
  type StandardStreams,
} from '../node-containers.ts'

/** A log that a test writes. */
export class FakeOutput implements ContainerOutput {
  readonly lines: OutputLine[] = []
  ended = false
  private readonly listeners = new Set<() => void>()

  constructor(...texts: string[]) {
    for (const [i, text] of texts.entries())
      this.lines.push({ at: Date.UTC(2024, 0, 1) + i * 1000, stream: 'stdout', text })
  }
  settled(): Promise<void> {
    return Promise.resolve()
  }
  onChange(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
  /** The number of clients that follow the log. */
  get followers(): number {
    return this.listeners.size
  }
  write(text: string, stream: 'stdout' | 'stderr' = 'stdout', at = Date.UTC(2024, 0, 2)): void {
    this.lines.push({ at, stream, text })
    for (const listener of this.listeners) listener()
  }
  end(): void {
    this.ended = true
    for (const listener of this.listeners) listener()
  }
}

type Program = (args: readonly string[], streams: StandardStreams) => Promise<number> | number

function print(stream: Writable, line: string): number {
  stream.write(`${line}\n`)
  return 0
}

async function allOf(stdin: Readable | undefined): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stdin ?? []) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** A container with a few programs, and files that its tar packs and unpacks. */
export class FakeContainer implements RunningContainer {
  readonly files = new Map<string, Buffer>()
  /** The sizes of terminals that clients have sent. */
  readonly sizes: string[] = []
  private readonly programs: Readonly<Record<string, Program>> = {
    echo: (args, { stdout }) => print(stdout, args.join(' ')),
    false: () => 1,
    exit: ([code]) => Number(code),
    err: ([text = ''], { stderr }) => print(stderr, text),
    tty: (_args, { stdout, tty }) => print(stdout, String(tty)),
    cat: async (_args, { stdin, stdout }) => {
      for await (const chunk of stdin ?? []) stdout.write(chunk)
      return 0
    },
    bytes: async ([count], { stdout }) => {
      const piece = Buffer.alloc(64 * 1024, 'x')
      for (let left = Number(count); left > 0; left -= piece.length)
        if (!stdout.write(piece.subarray(0, left)))
          await new Promise((resolve) => stdout.once('drain', resolve))
      return 0
    },
    tar: (args, streams) => this.tar(args, streams),
    sleep: () => new Promise<number>(() => {}),
  }

  async exec(command: readonly string[], streams: StandardStreams, signal?: AbortSignal): Promise<number> {
    const [name = '', ...args] = command
    if (name === 'perl') throw new CannotRun('the image fake has no simulated perl')
    streams.onResize?.((columns, rows) => this.sizes.push(`${columns}x${rows}`))
    const program = Object.hasOwn(this.programs, name) ? this.programs[name] : undefined
    if (program === undefined)
      throw new NoSuchProgram(
        `OCI runtime exec failed: exec failed: unable to start container process: exec: "${name}": executable file not found in $PATH: unknown`,
      )
    const gone = new Promise<number>((resolve) => signal?.addEventListener('abort', () => resolve(137)))
    return Promise.race([program(args, streams), gone])
  }

  async attach({ stdin, stdout, tty }: StandardStreams, signal?: AbortSignal): Promise<void> {
    stdout.write(`attached${tty ? ' to a terminal' : ''}\n`)
    if (stdin === undefined) return
    const gone = new Promise<Buffer>((resolve) =>
      signal?.addEventListener('abort', () => resolve(Buffer.alloc(0))),
    )
    stdout.write(await Promise.race([allOf(stdin), gone]))
  }

  /** `tar cf - PATH` and `tar -xmf - -C DIR`, in the forms that kubectl cp calls. */
  private async tar(args: readonly string[], { stdin, stdout, stderr }: StandardStreams): Promise<number> {
    const [mode = '', , path = ''] = args
    if (mode.includes('c')) {
      const data = this.files.get(path)
      if (data === undefined) {
        stderr.write(`tar: ${path}: Cannot stat: No such file or directory\n`)
        return 2
      }
      stdout.write(
        Buffer.concat([
          tarHead(path.replace(/^\//, ''), data.length),
          data,
          padding(data.length),
          Buffer.alloc(1024),
        ]),
      )
      return 0
    }
    const folder = args[args.indexOf('-C') + 1] ?? '/'
    const archive = await allOf(stdin)
    for (let at = 0; at + 512 <= archive.length && archive[at] !== 0; ) {
      const name = archive.toString('utf8', at, at + 100).replace(/\0.*/s, '')
      const size = Number.parseInt(archive.toString('latin1', at + 124, at + 135), 8)
      const kind = String.fromCharCode(archive[at + 156]!)
      if (kind === '0' || kind === '\0')
        this.files.set(
          `${args.includes('-C') ? folder : ''}/${name}`.replace('//', '/'),
          Buffer.from(archive.subarray(at + 512, at + 512 + size)),
        )
      at += 512 + Math.ceil(size / 512) * 512
    }
    return 0
  }
}

const padding = (size: number): Buffer => Buffer.alloc((512 - (size % 512)) % 512)

function tarHead(name: string, size: number): Buffer {
  const head = Buffer.alloc(512)
  head.write(name, 0)
  head.write('0000644\0', 100)
  head.write('0000000\0', 108)
  head.write('0000000\0', 116)
  head.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  head.write('00000000000\0', 136)
  head.write('        ', 148)
  head.write('0', 156)
  head.write('ustar\x0000', 257, 'latin1')
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return head
}

/** Containers by `namespace/pod/container`; pods by `namespace/pod`, each of which answers HTTP at port 80. */
export class FakeContainers implements NodeContainers {
  readonly running = new Map<string, RunningContainer>()
  readonly outputs = new Map<string, ContainerOutput>()
  readonly sandboxes = new Map<string, PodSandbox>()

  container(namespace: string, pod: string, container: string): RunningContainer | undefined {
    return this.running.get(`${namespace}/${pod}/${container}`)
  }
  output(namespace: string, pod: string, container: string, previous: boolean): ContainerOutput | undefined {
    return this.outputs.get(`${namespace}/${pod}/${container}${previous ? '/previous' : ''}`)
  }
  sandbox(namespace: string, pod: string): PodSandbox | undefined {
    return this.sandboxes.get(`${namespace}/${pod}`)
  }
}

/** A pod where a program answers each connection to port 80 as `serve` does. */
export const fakeSandbox = (serve: (connection: Duplex) => void): PodSandbox => ({
  addresses: ['10.88.0.9'],
  async dial(port) {
    if (port !== 80) throw Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' })
    const [client, server] = duplexPair()
    serve(server)
    return client
  },
  async datagram() {
    return undefined
  },
})
