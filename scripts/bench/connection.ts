import { once } from 'node:events'
import { connect, type TLSSocket } from 'node:tls'

/** A kube-apiserver, real or simulated, and its administrator's token. */
export interface Target {
  readonly server: string
  readonly token: string
}

/** What a request says beside its method and path; `encoding` is what its answer may be compressed by. */
interface WireRequest {
  readonly body?: string
  readonly type?: string
  readonly accept?: string
  readonly encoding?: string | undefined
}

/** An answer, as far as a load looks at it. */
export interface WireAnswer {
  readonly status: number
  readonly body: Buffer
}

async function dial({ server }: Target): Promise<TLSSocket> {
  const { hostname, port } = new URL(server)
  const socket = connect({
    host: hostname,
    port: Number(port),
    rejectUnauthorized: false,
    ALPNProtocols: ['http/1.1'],
  })
  await once(socket, 'secureConnect')
  return socket
}

const headEnd = Buffer.from('\r\n\r\n')
const lineFeed = 10
const carriageReturn = 13
const lastChunk = Buffer.from('0\r\n\r\n')

/**
 * A connection over TLS that is kept: one request after the other. It does no more than it must (no parsing of headers but those that
 * end a body), as what it costs is taken from the server's machine.
 */
export class Connection {
  private readonly target: Target
  private socket: TLSSocket
  private readonly head: string
  /** The server has ended it: while it had nothing to do, that is no error. */
  private lost = false
  private received: Buffer[] = []
  private length = 0
  private answered: ((answer: WireAnswer) => void) | undefined
  private failed: ((error: Error) => void) | undefined
  /** Of the answer under way; -1 where its head is not read yet. */
  private bodyAt = -1
  private status = 0
  /** Undefined where the body is sent in chunks. */
  private bodyLength: number | undefined

  private constructor(socket: TLSSocket, target: Target) {
    this.target = target
    this.socket = socket
    this.head = `Host: ${new URL(target.server).host}\r\nAuthorization: Bearer ${target.token}\r\n`
    this.listen(socket)
  }

  static async open(target: Target): Promise<Connection> {
    return new Connection(await dial(target), target)
  }

  private listen(socket: TLSSocket): void {
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.receive(chunk))
    const lost = (): void => {
      this.lost = true
      this.failed?.(new Error('the server closed the connection'))
    }
    socket.on('close', lost)
    socket.on('error', lost)
  }

  private async dialAgain(): Promise<void> {
    this.socket = await dial(this.target)
    this.lost = false
    this.listen(this.socket)
  }

  /** Rejects where the connection is lost meanwhile; an answer of any status resolves. */
  async send(
    method: string,
    path: string,
    { body = '', type = 'application/json', accept = 'application/json', encoding }: WireRequest = {},
  ): Promise<WireAnswer> {
    if (this.lost) await this.dialAgain()
    return new Promise((resolve, reject) => {
      this.answered = resolve
      this.failed = reject
      const content =
        body === '' ? '' : `Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
      const encodings = encoding === undefined ? '' : `Accept-Encoding: ${encoding}\r\n`
      this.socket.write(
        `${method} ${path} HTTP/1.1\r\n${this.head}Accept: ${accept}\r\n${encodings}${content}\r\n${body}`,
      )
    })
  }

  /** A watch: calls back for each event, and where it ends. The connection is of no other use then. */
  watch(path: string, onEvent: () => void, onEnd: (error: Error) => void): void {
    this.failed = onEnd
    this.socket.removeAllListeners('data')
    let last = 0
    this.socket.on('data', (chunk: Buffer) => {
      // An event ends in a line feed; those of chunks and of the head follow a carriage return.
      for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, at + 1))
        if ((at === 0 ? last : chunk[at - 1]) !== carriageReturn) onEvent()
      last = chunk.at(-1)!
    })
    this.socket.write(`GET ${path} HTTP/1.1\r\n${this.head}Accept: application/json\r\n\r\n`)
  }

  close(): void {
    this.failed = undefined
    this.socket.destroy()
  }

  private receive(chunk: Buffer): void {
    this.received.push(chunk)
    this.length += chunk.length
    if (this.bodyAt < 0 && !this.readHead()) return
    const { bodyLength } = this
    if (bodyLength === undefined ? !this.endsWithLastChunk() : this.length - this.bodyAt < bodyLength) return
    const all = this.received.length === 1 ? this.received[0]! : Buffer.concat(this.received)
    const answer = { status: this.status, body: all.subarray(this.bodyAt) }
    this.received = []
    this.length = 0
    this.bodyAt = -1
    this.failed = undefined
    this.answered?.(answer)
  }

  private readHead(): boolean {
    const all = this.received.length === 1 ? this.received[0]! : Buffer.concat(this.received)
    const end = all.indexOf(headEnd)
    if (end < 0) return false
    const head = all.toString('latin1', 0, end)
    const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? []
    this.status = Number(head.slice(9, 12))
    this.bodyLength = length === undefined ? undefined : Number(length)
    this.bodyAt = end + headEnd.length
    return true
  }

  private endsWithLastChunk(): boolean {
    const last = this.received.at(-1)!
    const tail = last.length >= lastChunk.length ? last : Buffer.concat(this.received.slice(-2))
    return tail.subarray(-lastChunk.length).equals(lastChunk)
  }
}
