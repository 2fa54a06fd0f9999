// Calls of gRPC over HTTP/2. Upstream: google.golang.org/grpc (ClientConn), doc/PROTOCOL-HTTP2.md of gRPC

import { connect as connectSocket, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { trimRight } from '../../../component-base/go/quote.ts'
import { GrpcError } from './grpc-error.ts'
import { GrpcStream } from './grpc-stream.ts'
import { encodeHeaders } from './http2/header-block.ts'
import { Http2Session } from './http2/session.ts'

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

/** What grpc-go says of a second message that answers one. */
const anotherMessage =
  'cardinality violation: expected <EOF> for non server-streaming RPCs, but received another message'

/** One server, to which a connection is made when it is used, and again after it has ended. */
export class GrpcConnection {
  /** The value of the header `:authority`. */
  private readonly authority: string
  private readonly place: Place
  /** The TLS settings; undefined: the connection is not encrypted. */
  private readonly tls: GrpcTls | undefined
  private session: Http2Session | undefined
  private dialing: Promise<Http2Session> | undefined
  private failures = 0
  /** Since the last answer. */
  private lastFailure: GrpcError | undefined
  private closed = false
  /** Ends the try that is under way. */
  private giveUp = (): void => {}
  /** The encoded request headers of calls, by path. */
  private readonly heads = new Map<string, Buffer>()

  /** @param endpoint as `https://etcd:2379`, `unix:///path` or `etcd:2379` */
  constructor(endpoint: string, tls: GrpcTls = {}) {
    const { authority, place, secure } = addressOf(endpoint)
    this.authority = authority
    this.place = place
    this.tls = secure ? tls : undefined
  }

  /** The bytes of the answer. Rejects with a {@link GrpcError}. @param path as `/etcdserverpb.KV/Range` */
  call(path: string, message: Buffer, { timeout, wait }: CallOptions): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      let answer: Buffer | undefined
      const stream = new GrpcStream(
        (bytes) => {
          if (answer === undefined) answer = bytes
          else stream.end(new GrpcError('Internal', anotherMessage))
        },
        (error) => {
          clearTimeout(timer)
          if (error === undefined) this.lastFailure = undefined
          if (error !== undefined) reject(error)
          else if (answer === undefined) reject(new GrpcError('Internal', 'the server sent no message'))
          else resolve(answer)
        },
        (unseen) => this.begin(unseen, path, wait, performance.now() + timeout),
      )
      const timer = setTimeout(() => {
        stream.end(new GrpcError('DeadlineExceeded', 'context deadline exceeded', this.lastFailure))
      }, timeout)
      stream.send(message)
      stream.finish()
      const { session } = this
      if (session?.isOpen === true) stream.begin(session, this.headOf(path))
      else this.begin(stream, path, wait, performance.now() + timeout)
    })
  }

  /** Messages both ways, until `ended` is called: once, with a connection that ends too. Waits for a connection. */
  stream(path: string, told: (message: Buffer) => void, ended: (error?: GrpcError) => void): GrpcStream {
    const begin = (one: GrpcStream): void => this.begin(one, path, true, Number.POSITIVE_INFINITY)
    const stream = new GrpcStream(told, ended, begin)
    begin(stream)
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

  private begin(stream: GrpcStream, path: string, wait: boolean, deadline: number): void {
    this.connected(wait, deadline)
      .then((session) => stream.begin(session, this.headOf(path)))
      .catch((error: Error) => stream.end(asGrpcError(error)))
  }

  private headOf(path: string): Buffer {
    let head = this.heads.get(path)
    if (head === undefined) {
      head = encodeHeaders([
        [':method', 'POST'],
        [':scheme', this.tls === undefined ? 'http' : 'https'],
        [':path', path],
        [':authority', this.authority],
        ['te', 'trailers'],
        ['content-type', 'application/grpc'],
      ])
      this.heads.set(path, head)
    }
    return head
  }

  private async connected(wait: boolean, deadline: number): Promise<Http2Session> {
    for (;;) {
      if (this.session?.isOpen === true) return this.session
      if (this.closed) throw new GrpcError('Canceled', 'grpc: the client connection is closing')
      // After a failure the next try is some time away: who does not wait for it learns why.
      if (!wait && this.dialing !== undefined && this.lastFailure !== undefined) throw this.lastFailure
      try {
        const session = await this.dial()
        if (session.isOpen) return session
        // The session ended in the turn in which it began.
        this.failures++
        this.lastFailure = new GrpcError(
          'Unavailable',
          'connection error: desc = "the connection is draining"',
        )
        throw this.lastFailure
      } catch (error) {
        if (!wait || this.closed || performance.now() >= deadline) throw error
      }
    }
  }

  /** Connects after a pause; all calls that wait share the attempt. */
  private dial(): Promise<Http2Session> {
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

  private open(): Promise<Http2Session> {
    return new Promise((resolve, reject) => {
      if (this.closed) return reject(new GrpcError('Canceled', 'grpc: the client connection is closing'))
      const socket = this.newSocket().setNoDelay()
      let made = false
      const session = new Http2Session(socket, {
        // A server is there when it has told its settings: an open port alone is none.
        opened: () => {
          clearTimeout(timer)
          made = true
          this.failures = 0
          this.keepAlive(session, socket)
          this.session = session
          resolve(session)
        },
        closed: (error) => {
          clearTimeout(timer)
          if (this.session === session) this.session = undefined
          if (!made) this.failures++
          const why = (error?.message ?? 'connection closed').trim()
          this.lastFailure = new GrpcError('Unavailable', `connection error: desc = "${why}"`)
          reject(this.lastFailure)
        },
      })
      const timer = setTimeout(() => session.destroy(new Error('i/o timeout')), times.dial)
      this.giveUp = () => session.destroy()
    })
  }

  /** While nobody asks anything, nothing is sent: etcd would mind. */
  private keepAlive(session: Http2Session, socket: Socket): void {
    let [read, quiet] = [socket.bytesRead, 0]
    const timer = setInterval(() => {
      quiet = socket.bytesRead === read ? quiet + keepalive.look : 0
      read = socket.bytesRead
      if (quiet < keepalive.quiet || session.active === 0) return
      quiet = 0
      ping(session)
    }, keepalive.look)
    socket.once('close', () => clearInterval(timer))
  }

  private newSocket(): Socket {
    const { place, tls } = this
    return tls === undefined ? connectSocket(place) : connectTls({ ...place, ...tls, ALPNProtocols: ['h2'] })
  }
}

/** Ends a session whose other side does not answer. */
function ping(session: Http2Session): void {
  const late = setTimeout(() => session.destroy(new Error('keepalive ping failed')), keepalive.answer)
  session.ping(() => clearTimeout(late))
}

type Place = { path: string } | { host: string; port: number; servername?: string }

/** Of `https://etcd:2379` or `etcd:2379`, or of a socket with `unix://` or `unixs://` before its path. */
function addressOf(endpoint: string): { authority: string; place: Place; secure: boolean } {
  const [, scheme = 'http', rest = ''] = /^(?:(https?|unixs?):(?:\/\/)?)?(.*)$/s.exec(endpoint)!
  const secure = scheme.endsWith('s')
  const root = secure ? 'https://' : 'http://'
  if (scheme.startsWith('unix')) return { authority: 'localhost', place: { path: rest }, secure }
  const url = new URL(root + trimRight(rest, '/'))
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port || (secure ? 443 : 80))
  const servername = isIP(host) === 0 ? { servername: host } : {}
  return { authority: url.host, place: { host, port, ...servername }, secure }
}

const asGrpcError = (error: Error): GrpcError =>
  error instanceof GrpcError ? error : new GrpcError('Unavailable', error.message)
