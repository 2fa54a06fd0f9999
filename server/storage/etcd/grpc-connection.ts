// Calls of gRPC over Node's HTTP/2. Upstream: google.golang.org/grpc (ClientConn), doc/PROTOCOL-HTTP2.md of gRPC
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type ClientSessionOptions,
  connect,
  constants,
  type SecureClientSessionOptions,
} from 'node:http2'
import { connect as connectSocket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { errorOf, GrpcError } from './grpc-error.ts'
import { FrameReader, framed } from './grpc-frames.ts'
import { GrpcStream } from './grpc-stream.ts'

/** PEM texts; undefined: those of the machine, or none. */
export interface GrpcTls {
  readonly ca?: Buffer | undefined
  readonly cert?: Buffer | undefined
  readonly key?: Buffer | undefined
}

/** `wait`: a call waits for a connection as long as it may take; else it fails where none can be made. */
export interface CallOptions {
  /** Milliseconds. */
  readonly timeout: number
  readonly wait: boolean
}

/** Milliseconds: what a connection has to be made in, and how long none is tried after the first and after many failures. */
const times = { dial: 20_000, retry: 200, longestRetry: 3000 }
/** Milliseconds between two questions whether the other side is there, and that it has to answer. Upstream: keepaliveTime of apiserver */
const keepalive = { every: 30_000, answer: 10_000 }
/** Bytes that may be under way: lists are as large as they are. */
const window = 8 << 20

const sessionOptions: ClientSessionOptions = {
  maxSessionMemory: Number.MAX_SAFE_INTEGER,
  settings: { enablePush: false, initialWindowSize: window },
}

/** One server, to which a connection is made when it is used, and again after it has ended. */
export class GrpcConnection {
  private readonly endpoint: { url: string; socket: string | undefined }
  private readonly options: SecureClientSessionOptions
  private session: ClientHttp2Session | undefined
  private dialing: Promise<ClientHttp2Session> | undefined
  private failures = 0
  private lastFailure: GrpcError | undefined
  private closed = false
  /** Streams of the connection that have not ended. */
  private streams = 0
  private readonly gone = (): void => {
    this.streams--
  }

  /** @param endpoint as `https://etcd:2379`, `unix:///path` or `etcd:2379` */
  constructor(endpoint: string, tls: GrpcTls = {}) {
    this.endpoint = addressOf(endpoint)
    this.options = { ...sessionOptions, ...tls }
  }

  /** The bytes of the answer. Rejects with a {@link GrpcError}. @param path as `/etcdserverpb.KV/Range` */
  call(path: string, message: Buffer, options: CallOptions): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      let stream: ClientHttp2Stream | undefined
      const end = (error: GrpcError | undefined, answer?: Buffer): void => {
        clearTimeout(timer)
        if (error === undefined) resolve(answer!)
        else reject(error)
      }
      const timer = setTimeout(() => {
        end(new GrpcError('DeadlineExceeded', 'context deadline exceeded', this.lastFailure))
        stream?.close(constants.NGHTTP2_CANCEL)
      }, options.timeout)
      const begin = (session: ClientHttp2Session): void => {
        this.streams++
        stream = unary(session, path, message, end)
        stream.once('close', this.gone)
      }
      const { session } = this
      if (session !== undefined && !session.closed) begin(session)
      else this.connected(options.wait, performance.now() + options.timeout).then(begin, end)
    })
  }

  /** Messages both ways, until `ended` is called: once, with a connection that ends too. Waits for a connection. */
  stream(path: string, told: (message: Buffer) => void, ended: (error?: GrpcError) => void): GrpcStream {
    const stream = new GrpcStream(told, ended)
    this.connected(true, Number.POSITIVE_INFINITY).then(
      (session) => {
        this.streams++
        stream.begin(session.request(headersOf(path), { endStream: false }).once('close', this.gone))
      },
      (error: GrpcError) => stream.end(error),
    )
    return stream
  }

  /** Resolves when there is a connection; rejects with a {@link GrpcError} where none is made by the deadline. */
  async ready(timeout: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new GrpcError('DeadlineExceeded', 'context deadline exceeded')),
        timeout,
      )
    })
    await Promise.race([this.connected(true, performance.now() + timeout), late]).finally(() =>
      clearTimeout(timer),
    )
  }

  close(): void {
    this.closed = true
    this.session?.destroy()
  }

  private async connected(wait: boolean, deadline: number): Promise<ClientHttp2Session> {
    for (;;) {
      if (this.session !== undefined && !this.session.closed) return this.session
      if (this.closed) throw new GrpcError('Canceled', 'grpc: the client connection is closing')
      // After a failure the next try is some time away: who does not wait for it learns why.
      if (!wait && this.dialing !== undefined && this.lastFailure !== undefined) throw this.lastFailure
      try {
        return await this.dial()
      } catch (error) {
        if (!wait || this.closed || performance.now() >= deadline) throw error
      }
    }
  }

  /** The next try, which all share that wait for it. */
  private dial(): Promise<ClientHttp2Session> {
    this.dialing ??= this.pause()
      .then(() => this.open())
      .finally(() => {
        this.dialing = undefined
      })
    return this.dialing
  }

  private async pause(): Promise<void> {
    if (this.failures === 0) return
    const wait = Math.min(times.retry * 2 ** (this.failures - 1), times.longestRetry)
    await new Promise((resolve) => setTimeout(resolve, wait))
  }

  private open(): Promise<ClientHttp2Session> {
    return new Promise((resolve, reject) => {
      if (this.closed) return reject(new GrpcError('Canceled', 'grpc: the client connection is closing'))
      const session = this.newSession()
      const timer = setTimeout(() => session.destroy(new Error('i/o timeout')), times.dial)
      let why = 'connection closed'
      let made = false
      session.on('error', (error) => {
        why = error.message
      })
      session.once('close', () => {
        clearTimeout(timer)
        if (this.session === session) this.session = undefined
        if (!made) this.failures++
        this.lastFailure = new GrpcError('Unavailable', `connection error: desc = "${why}"`)
        reject(this.lastFailure)
      })
      // A server is there when it has told its settings: an open port alone is none.
      session.once('remoteSettings', () => {
        clearTimeout(timer)
        made = true
        this.failures = 0
        this.lastFailure = undefined
        session.setLocalWindowSize(window)
        this.keepAlive(session)
        this.session = session
        if (this.closed) session.destroy()
        resolve(session)
      })
    })
  }

  /** Ends a connection whose other side does not answer. While nobody asks anything, nothing is sent: etcd would mind. */
  private keepAlive(session: ClientHttp2Session): void {
    const timer = setInterval(() => {
      if (this.streams === 0) return
      const late = setTimeout(() => session.destroy(new Error('keepalive ping failed')), keepalive.answer)
      const sent = session.ping(() => clearTimeout(late))
      if (!sent) clearTimeout(late)
    }, keepalive.every)
    session.once('close', () => clearInterval(timer))
  }

  private newSession(): ClientHttp2Session {
    const { url, socket } = this.endpoint
    const { options } = this
    if (socket === undefined) return connect(url, options)
    const createConnection = () =>
      url.startsWith('https:')
        ? connectTls({ path: socket, ...options, ALPNProtocols: ['h2'] })
        : connectSocket({ path: socket })
    return connect(url, { ...options, createConnection })
  }
}

/** `https://etcd:2379` or `etcd:2379`, or a socket with `unix://` or `unixs://` before its path. */
function addressOf(endpoint: string): { url: string; socket: string | undefined } {
  const [, scheme = 'http', rest = ''] = /^(?:(https?|unixs?):(?:\/\/)?)?(.*)$/s.exec(endpoint)!
  const url = scheme.endsWith('s') ? 'https://' : 'http://'
  if (scheme.startsWith('unix')) return { url: `${url}localhost`, socket: rest }
  return { url: url + rest.replace(/\/+$/, ''), socket: undefined }
}

const headers = new Map<string, Record<string, string>>()

function headersOf(path: string): Record<string, string> {
  let own = headers.get(path)
  if (own === undefined) {
    own = { ':method': 'POST', ':path': path, te: 'trailers', 'content-type': 'application/grpc' }
    headers.set(path, own)
  }
  return own
}

/** One message out, one back. `end` may be called again after the first time, which counts. */
function unary(
  session: ClientHttp2Session,
  path: string,
  message: Buffer,
  end: (error: GrpcError | undefined, answer?: Buffer) => void,
): ClientHttp2Stream {
  const stream = session.request(headersOf(path), { endStream: false })
  let answer: Buffer | undefined
  let failure: GrpcError | undefined
  const reader = new FrameReader((bytes) => {
    answer = bytes
  })
  let last: Readonly<Record<string, unknown>> = {}
  const keep = (told: Readonly<Record<string, unknown>>): void => {
    last = told
  }
  stream.on('response', keep)
  stream.on('trailers', keep)
  stream.on('data', (piece: Buffer) => {
    try {
      reader.take(piece)
    } catch (error) {
      failure = error as GrpcError
    }
  })
  stream.on('error', (error) => {
    failure = new GrpcError('Unavailable', error.message)
  })
  stream.on('close', () => {
    if (last[':status'] === undefined && last['grpc-status'] === undefined)
      failure ??= new GrpcError('Unavailable', 'the connection ended')
    failure ??= errorOf(last)
    if (answer === undefined) failure ??= new GrpcError('Internal', 'the server sent no message')
    end(failure, answer)
  })
  stream.end(framed(message))
  return stream
}
