// Calls of gRPC over Node's HTTP/2. Upstream: google.golang.org/grpc (ClientConn), doc/PROTOCOL-HTTP2.md of gRPC
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type ClientSessionOptions,
  connect,
  constants,
} from 'node:http2'
import { connect as connectSocket, isIP, type Socket } from 'node:net'
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
/**
 * Milliseconds without a word of the other side after which it is asked whether it is there, that it has to answer, and between two looks.
 * Upstream: keepaliveTime and keepaliveTimeout of apiserver's client
 */
const keepalive = { quiet: 30_000, answer: 10_000, look: 5000 }
/** Bytes that may be under way: lists are as large as they are. */
const window = 8 << 20
/** Streams that one connection is used for: it has numbers for as many again. */
const mostStreams = 2 ** 29

const sessionOptions: ClientSessionOptions = {
  maxSessionMemory: Number.MAX_SAFE_INTEGER,
  settings: { enablePush: false, initialWindowSize: window },
}

/** One server, to which a connection is made when it is used, and again after it has ended. */
export class GrpcConnection {
  private readonly url: string
  private readonly place: Place
  /** Undefined: nothing is encrypted. */
  private readonly tls: GrpcTls | undefined
  private session: ClientHttp2Session | undefined
  private dialing: Promise<ClientHttp2Session> | undefined
  private failures = 0
  /** Since the last answer. */
  private lastFailure: GrpcError | undefined
  private closed = false
  /** Ends the try that is under way. */
  private giveUp = (): void => {}
  /** Streams of the connection that have not ended. */
  private streams = 0
  /** Streams that the connection has been used for. */
  private begun = 0
  private readonly gone = (): void => {
    this.streams--
  }

  /** @param endpoint as `https://etcd:2379`, `unix:///path` or `etcd:2379` */
  constructor(endpoint: string, tls: GrpcTls = {}) {
    const { url, place, secure } = addressOf(endpoint)
    this.url = url
    this.place = place
    this.tls = secure ? tls : undefined
  }

  /** The bytes of the answer. Rejects with a {@link GrpcError}. @param path as `/etcdserverpb.KV/Range` */
  call(path: string, message: Buffer, options: CallOptions): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      let stream: ClientHttp2Stream | undefined
      let over = false
      const end = (error: GrpcError | undefined, answer?: Buffer): void => {
        over = true
        clearTimeout(timer)
        if (error === undefined) this.lastFailure = undefined
        if (error === undefined) resolve(answer!)
        else reject(error)
      }
      const timer = setTimeout(() => {
        end(new GrpcError('DeadlineExceeded', 'context deadline exceeded', this.lastFailure))
        stream?.close(constants.NGHTTP2_CANCEL)
      }, options.timeout)
      const begin = (session: ClientHttp2Session): void => {
        // What nobody waits for any more is not asked.
        if (over) return
        stream = unary(this.opened(session, path), message, end)
      }
      const { session } = this
      if (session !== undefined && isOpen(session)) begin(session)
      else
        this.connected(options.wait, performance.now() + options.timeout)
          .then(begin)
          .catch((error: Error) => end(asGrpcError(error)))
    })
  }

  /** Messages both ways, until `ended` is called: once, with a connection that ends too. Waits for a connection. */
  stream(path: string, told: (message: Buffer) => void, ended: (error?: GrpcError) => void): GrpcStream {
    const stream = new GrpcStream(told, ended)
    this.connected(true, Number.POSITIVE_INFINITY)
      .then((session) => stream.begin(this.opened(session, path)))
      .catch((error: Error) => stream.end(asGrpcError(error)))
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
    this.giveUp()
    this.session?.destroy()
  }

  private opened(session: ClientHttp2Session, path: string): ClientHttp2Stream {
    const stream = session.request(headersOf(path), { endStream: false })
    this.streams++
    if (++this.begun === mostStreams) {
      this.session = undefined
      session.close()
    }
    return stream.once('close', this.gone)
  }

  private async connected(wait: boolean, deadline: number): Promise<ClientHttp2Session> {
    for (;;) {
      if (this.session !== undefined && isOpen(this.session)) return this.session
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
      const socket = this.newSocket()
      const session = connect(this.url, { ...sessionOptions, createConnection: () => socket })
      const timer = setTimeout(() => over(new Error('i/o timeout')), times.dial)
      let made = false
      const over = once((error?: Error) => {
        clearTimeout(timer)
        if (this.session === session) this.session = undefined
        if (!made) this.failures++
        const why = (error?.message ?? 'connection closed').trim()
        this.lastFailure = new GrpcError('Unavailable', `connection error: desc = "${why}"`)
        reject(this.lastFailure)
        session.destroy()
        socket.destroy()
      })
      this.giveUp = over
      session.on('error', over)
      session.on('close', over)
      // A certificate may be refused when the session is there: it is told of neither its error nor its end.
      socket.on('error', over)
      // A server is there when it has told its settings: an open port alone is none.
      session.once('remoteSettings', () => {
        clearTimeout(timer)
        made = true
        this.failures = 0
        session.setLocalWindowSize(window)
        this.keepAlive(session, socket)
        this.session = session
        this.begun = 0
        resolve(session)
      })
    })
  }

  /** While nobody asks anything, nothing is sent: etcd would mind. */
  private keepAlive(session: ClientHttp2Session, socket: Socket): void {
    let [read, quiet] = [socket.bytesRead, 0]
    const timer = setInterval(() => {
      quiet = socket.bytesRead === read ? quiet + keepalive.look : 0
      read = socket.bytesRead
      if (quiet < keepalive.quiet || this.streams === 0) return
      quiet = 0
      ping(session)
    }, keepalive.look)
    session.once('close', () => clearInterval(timer))
  }

  private newSocket(): Socket {
    const { place, tls } = this
    return tls === undefined ? connectSocket(place) : connectTls({ ...place, ...tls, ALPNProtocols: ['h2'] })
  }
}

const isOpen = ({ closed, destroyed }: ClientHttp2Session): boolean => !closed && !destroyed

/** Ends a session whose other side does not answer. */
function ping(session: ClientHttp2Session): void {
  const late = setTimeout(() => session.destroy(new Error('keepalive ping failed')), keepalive.answer)
  if (!session.ping(() => clearTimeout(late))) clearTimeout(late)
}

/** Only the first call counts. */
function once(work: (error?: Error) => void): (error?: Error) => void {
  let done = false
  return (error) => {
    if (done) return
    done = true
    work(error)
  }
}

type Place = { path: string } | { host: string; port: number; servername?: string }

/** Of `https://etcd:2379` or `etcd:2379`, or of a socket with `unix://` or `unixs://` before its path. */
function addressOf(endpoint: string): { url: string; place: Place; secure: boolean } {
  const [, scheme = 'http', rest = ''] = /^(?:(https?|unixs?):(?:\/\/)?)?(.*)$/s.exec(endpoint)!
  const secure = scheme.endsWith('s')
  const root = secure ? 'https://' : 'http://'
  if (scheme.startsWith('unix')) return { url: `${root}localhost`, place: { path: rest }, secure }
  const url = new URL(root + rest.replace(/\/+$/, ''))
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port || (secure ? 443 : 80))
  const servername = isIP(host) === 0 ? { servername: host } : {}
  return { url: url.origin, place: { host, port, ...servername }, secure }
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

const asGrpcError = (error: Error): GrpcError =>
  error instanceof GrpcError ? error : new GrpcError('Unavailable', error.message)

/** One message out, one back. `end` may be called again after the first time, which counts. */
function unary(
  stream: ClientHttp2Stream,
  message: Buffer,
  end: (error: GrpcError | undefined, answer?: Buffer) => void,
): ClientHttp2Stream {
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
      failure ??= new GrpcError('Unavailable', 'error reading from server: EOF')
    failure ??= errorOf(last)
    if (answer === undefined) failure ??= new GrpcError('Internal', 'the server sent no message')
    end(failure, answer)
  })
  stream.end(framed(message))
  return stream
}
