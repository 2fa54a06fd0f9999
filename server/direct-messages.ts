// A request that a component of this process makes as a call, as handlers see those of HTTP/1.1.
import { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ClientAnswer, DirectRequest, ListParts } from '../component-base/direct-line.ts'
import type { EndSignal } from '../component-base/ending.ts'
import type { Trust } from '../component-base/mutual-trust.ts'

/** In place of a connection's socket: who the client is. */
export class DirectPeer {
  readonly remoteAddress = '127.0.0.1'
  readonly encrypted: boolean
  readonly authorized: boolean
  private readonly trust: Trust | undefined

  /** @param trust undefined: the server has no TLS */
  constructor(trust: Trust | undefined) {
    this.trust = trust
    this.encrypted = trust !== undefined
    this.authorized = trust?.peer !== undefined
  }
  getPeerCertificate(): object {
    return this.trust?.peer ?? {}
  }
  getPeerX509Certificate(): Trust['x509'] {
    return this.trust?.x509
  }
  /** There is no connection that could end. */
  end(): void {}
  destroy(): void {}
}

const nothing = Buffer.alloc(0)

/** The request, whole. */
export class DirectMessage extends IncomingMessage {
  readonly direct = true
  /** Undefined where there is none, and once it has been read. */
  private body: Buffer | undefined

  constructor({ method, path, headers, body }: DirectRequest, peer: DirectPeer) {
    super(peer as unknown as Socket)
    this.method = method
    this.url = path
    this.httpVersion = '1.1'
    this.httpVersionMajor = 1
    this.httpVersionMinor = 1
    this.headers = headers
    for (const name in this.headers) this.rawHeaders.push(name, this.headers[name] as string)
    this.complete = true
    if (body !== undefined) this.body = Buffer.from(body)
  }

  /** The body for those who want all of it: as a stream it takes several turns. */
  takeBody(): Buffer {
    const { body } = this
    this.body = undefined
    return body ?? nothing
  }

  /** As a stream, for those who pass it on. */
  override _read(): void {
    const { body } = this
    this.body = undefined
    if (body !== undefined) this.push(body)
    this.push(null)
  }
}

/** What a client that waits for an answer is told. */
interface Waiting {
  resolve(answer: ClientAnswer): void
  reject(error: unknown): void
}

const broken = (): Error => Object.assign(new Error('aborted'), { code: 'ECONNRESET' })

/** An answer that goes to its client as it is written: whole lines stay whole. */
export class DirectResponse extends ServerResponse {
  readonly body = new DirectBody()
  /** By names in lower case: nobody writes them out, so that node:http need not keep and check them. Undefined once they were told. */
  heads: Map<string, HeaderValue> | undefined = new Map()
  private list: ListParts | undefined
  private object: Buffer | undefined
  private told = false
  /** Those that are being answered, this one among them. */
  private answers: Set<DirectResponse> | undefined
  private signal: EndSignal | undefined
  /** Undefined once it has been told. */
  private waiting: Waiting | undefined

  constructor(request: DirectMessage, waiting: Waiting) {
    super(request)
    this.waiting = waiting
    Object.assign(this, { socket: request.socket })
  }

  /** Stands among the answers until it ends, or the client's signal ends it. No listener: thousands of watches would keep theirs. */
  endWith(answers: Set<DirectResponse>, signal: EndSignal | undefined): void {
    this.answers = answers
    this.signal = signal
    answers.add(this)
    signal?.addEventListener('abort', this)
  }

  /** Of the client's signal. */
  handleEvent(): void {
    this.break(this.signal!.reason)
  }

  private close(): void {
    this.answers?.delete(this)
    this.signal?.removeEventListener('abort', this)
    this.emit('close')
  }

  /** The client has gone, or the server ends. */
  break(error: unknown = broken()): void {
    if (this.destroyed) return
    this.destroyed = true
    this.body.fail(error)
    this.waiting?.reject(error)
    this.waiting = undefined
    process.nextTick(() => this.close())
  }

  /** Ends the answer with a list as it is. */
  sendList(list: ListParts): void {
    this.list = list
    // Not finishWith: what is around an answer, as an audit, waits for its end.
    this.end()
  }

  /** Ends the answer with an object as it is stored. @param bytes with their line break */
  sendStored(object: Buffer, bytes: readonly Buffer[]): void {
    this.object = object
    for (const one of bytes) this.body.add(one)
    this.end()
  }

  /** Head and first bytes go out; later calls do nothing. */
  begin(): void {
    if (this.told) return
    this.told = true
    this.seal()
    const { body, waiting } = this
    this.waiting = undefined
    waiting?.resolve({
      status: this.statusCode,
      warnings: [this.heads?.get('warning') ?? []].flat().map(String),
      list: this.list,
      object: this.object,
      text: () => body.text(),
      lines: () => body.pieces(),
      eachLine: (tell) => body.each(tell, this),
    })
    // A watch may stay open for an hour: what is known of its request goes now.
    this.heads = undefined
    this.list = undefined
    this.object = undefined
    Object.assign(this, { req: undefined })
  }

  /** From now on headers are sent, as node:http has it. */
  private seal(): void {
    if (!this.headersSent) Object.assign(this, { _header: 'sent' })
  }

  finishWith(): void {
    this.finished = true
    this.seal()
    process.nextTick(() => {
      if (this.destroyed) return
      this.emit('finish')
      this.destroyed = true
      this.close()
      this.begin()
      this.body.finish()
    })
  }
}

type HeaderValue = number | string | readonly string[]
type Head = Readonly<Record<string, HeaderValue>> | readonly string[]

/** The headers that may still be changed. Throws as node:http. */
function unsent({ heads, headersSent }: DirectResponse): Map<string, HeaderValue> {
  if (heads !== undefined && !headersSent) return heads
  throw Object.assign(new Error('Cannot set headers after they are sent to the client'), {
    code: 'ERR_HTTP_HEADERS_SENT',
  })
}

/** What node:http keeps of headers. */
const headerOverrides = {
  setHeader(this: DirectResponse, name: string, value: HeaderValue) {
    unsent(this).set(name.toLowerCase(), value)
    return this
  },
  appendHeader(this: DirectResponse, name: string, value: string | readonly string[]) {
    const there = this.getHeader(name)
    return this.setHeader(name, there === undefined ? value : [there, value].flat().map(String))
  },
  getHeader(this: DirectResponse, name: string) {
    return this.heads?.get(name.toLowerCase())
  },
  hasHeader(this: DirectResponse, name: string) {
    return this.heads?.has(name.toLowerCase()) === true
  },
  removeHeader(this: DirectResponse, name: string) {
    unsent(this).delete(name.toLowerCase())
  },
  getHeaders(this: DirectResponse) {
    return Object.assign(Object.create(null), Object.fromEntries(this.heads ?? []))
  },
  getHeaderNames(this: DirectResponse) {
    return [...(this.heads?.keys() ?? [])]
  },
}

/** What node:http writes to a socket goes to the body. Overloads of node's types are many; handlers use these. */
const overrides = {
  writeHead(this: DirectResponse, code: number, ...rest: readonly unknown[]) {
    this.statusCode = code
    const head = rest.at(-1) as Head | string | undefined
    if (Array.isArray(head)) {
      for (let i = 0; i + 1 < head.length; i += 2) this.appendHeader(head[i]!, head[i + 1]!)
    } else if (typeof head === 'object')
      for (const [name, value] of Object.entries(head)) this.setHeader(name, value as string)
    return this
  },
  flushHeaders(this: DirectResponse) {
    this.begin()
  },
  write(this: DirectResponse, chunk: Buffer | string, ...rest: readonly unknown[]): boolean {
    this.begin()
    if (!this.finished && !this.destroyed) this.body.add(chunk)
    const done = rest.at(-1)
    if (typeof done === 'function') process.nextTick(done)
    return true
  },
  end(this: DirectResponse, ...given: readonly unknown[]) {
    if (this.finished) return this
    const [chunk] = given
    if (typeof chunk === 'string' || Buffer.isBuffer(chunk)) this.body.add(chunk)
    const done = given.at(-1)
    if (typeof done === 'function') this.once('finish', done as () => void)
    this.finishWith()
    return this
  },
  destroy(this: DirectResponse) {
    this.break()
    return this
  },
}
for (const [name, value] of Object.entries({ ...headerOverrides, ...overrides }))
  Object.defineProperty(DirectResponse.prototype, name, { value, writable: true, configurable: true })
Object.defineProperties(DirectResponse.prototype, {
  writableLength: {
    get(this: DirectResponse) {
      return this.body.bytes
    },
  },
  writableNeedDrain: { value: false },
  // As the sink of a watch (endpoints/handlers/watch-sink.ts).
  gathers: { value: false },
  whole: { value: true },
  patient: { value: false },
  writableFinished: {
    get(this: DirectResponse) {
      return this.finished && this.destroyed
    },
  },
})

/** Who is told the pieces of a body as they come. */
interface Reader {
  readonly tell: (piece: Buffer) => void
  /** Ends where `tell` throws: nobody reads on. */
  readonly answer: { break(error: unknown): void }
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** The pieces of a body on their way to the one who reads it. */
class DirectBody {
  /** Those that wait. */
  bytes = 0
  private waiting: Buffer[] = []
  private ended = false
  private error: unknown
  private wake: (() => void) | undefined
  private reader: Reader | undefined
  /** The reader is told soon. */
  private due = false
  private abandoned = false

  add(chunk: Buffer | string): void {
    const piece = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    if (this.abandoned) return
    this.waiting.push(piece)
    this.bytes += piece.length
    this.tellOf()
  }

  finish(): void {
    this.ended = true
    this.tellOf()
  }

  private tellOf(): void {
    if (this.reader === undefined) this.wake?.()
    else if (!this.due) {
      this.due = true
      // Not queueMicrotask, whose context of its own costs more than what is told.
      void Promise.resolve(this).then(pass)
    }
  }

  fail(error: unknown): void {
    this.error ??= error
    this.finish()
  }

  async text(): Promise<string> {
    while (!this.ended) await this.more()
    if (this.error !== undefined) throw this.error
    const { waiting } = this
    return (waiting.length === 1 ? waiting[0]! : Buffer.concat(waiting)).toString('utf8')
  }

  /** Tells {@link pieces}, after the turn of whoever writes them. @param answer ends where `tell` throws: nobody reads on */
  each(tell: Reader['tell'], answer: Reader['answer']): Promise<void> {
    return new Promise((resolve, reject) => {
      this.reader = { tell, answer, resolve, reject }
      if (this.waiting.length > 0 || this.ended) this.tellOf()
    })
  }

  /** Tells the reader what waits. */
  pass(): void {
    this.due = false
    const { reader } = this
    const pieces = this.taken()
    try {
      for (const piece of pieces) reader!.tell(piece)
    } catch (error) {
      this.abandon(error)
      return
    }
    if (this.waiting.length > 0) this.tellOf()
    else if (this.error !== undefined) reader!.reject(this.error)
    else if (this.ended) reader!.resolve()
  }

  private taken(): Buffer[] {
    const pieces = this.waiting
    this.waiting = []
    this.bytes = 0
    return pieces
  }

  private abandon(error: unknown): void {
    const { reject, answer } = this.reader!
    this.abandoned = true
    this.reader = undefined
    this.taken()
    reject(error)
    answer.break(error)
  }

  /** As they were written: a watch writes each line in one piece. */
  async *pieces(): AsyncGenerator<Buffer> {
    for (;;) {
      yield* this.taken()
      if (this.waiting.length > 0) continue
      if (this.error !== undefined) throw this.error
      if (this.ended) return
      await this.more()
    }
  }

  private more(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = () => {
        this.wake = undefined
        resolve()
      }
    })
  }
}

const pass = (body: DirectBody): void => body.pass()
