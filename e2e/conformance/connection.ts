import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectSecure } from 'node:tls'
import type { AnswerReader } from './answer-reader.ts'

// Servers and their client share a processor with everything else that is tested: this is for an answer that never comes.
const timeoutMs = 120_000
/** Milliseconds after which a connection is not asked again: servers end those that have been quiet for 90 s. */
const longestQuietMs = 60_000

/** A request that is asked, and who waits for its answer. */
interface Asked {
  readonly reader: AnswerReader
  readonly stopAfter: number
  resolve(): void
  reject(error: Error): void
}

/** Connections that can be asked again, by the server's origin; the last is the one that waited least. */
const idle = new Map<string, Connection[]>()
/** Of TLS, by origin: later connections to a server need no signature of it. */
const sessions = new Map<string, Buffer>()

/** A connection to a server that is asked one thing at a time. */
class Connection {
  private readonly socket: Socket
  private asked: Asked | undefined
  private quietSince = 0

  private readonly origin: string

  constructor(origin: string) {
    this.origin = origin
    this.socket = opened(origin)
      .setNoDelay()
      .setTimeout(timeoutMs, () => this.end(new Error('no answer within 120 s')))
      .on('data', (bytes: Buffer) => this.read(bytes))
      .on('error', (error) => this.end(error))
      .on('close', () => this.closed())
  }

  ask(request: Buffer, asked: Asked): void {
    this.asked = asked
    this.socket.ref()
    this.socket.write(request)
  }

  /** Whether it can be asked again; otherwise it ends. */
  isAlive(): boolean {
    if (performance.now() - this.quietSince < longestQuietMs) return true
    this.end()
    return false
  }

  private read(bytes: Buffer): void {
    // An answer that nobody asked for.
    if (this.asked === undefined) return void this.socket.destroy()
    const { reader, stopAfter } = this.asked
    try {
      reader.push(bytes)
    } catch (error) {
      this.end(error as Error)
      return
    }
    if (reader.isWhole && reader.keepsConnection) this.keep()
    else if (reader.isWhole || reader.lines >= stopAfter) this.end()
  }

  private keep(): void {
    const { resolve } = this.asked!
    this.asked = undefined
    const kept = idle.get(this.origin) ?? []
    idle.set(this.origin, kept)
    kept.push(this)
    this.quietSince = performance.now()
    // It holds no process.
    this.socket.unref()
    resolve()
  }

  private closed(): void {
    const kept = idle.get(this.origin)
    const at = kept?.indexOf(this) ?? -1
    if (at !== -1) kept!.splice(at, 1)
    if (kept?.length === 0) {
      idle.delete(this.origin)
      sessions.delete(this.origin)
    }
    // A part of a body is told as one: it differs from what was recorded.
    this.end(
      this.asked?.reader.closed() || this.asked?.reader.hasHead ? undefined : new Error('socket hang up'),
    )
  }

  private end(error?: Error): void {
    const { asked } = this
    this.asked = undefined
    this.socket.destroy()
    if (error === undefined) asked?.resolve()
    else asked?.reject(error)
  }
}

function opened(origin: string): Socket {
  const { protocol, hostname, port } = new URL(origin)
  // An address of IPv6 stands in brackets.
  const host = hostname.replace(/^\[|\]$/g, '')
  if (protocol !== 'https:') return connectPlain({ host, port: Number(port || 80) })
  const session = sessions.get(origin)
  return connectSecure({
    host,
    port: Number(port || 443),
    rejectUnauthorized: false,
    ALPNProtocols: ['http/1.1'],
    ...(session === undefined ? {} : { session }),
  }).on('session', (one: Buffer) => sessions.set(origin, one))
}

/** Sends a request to an origin, as `https://127.0.0.1:6443`, and resolves when the reader has its answer, or `stopAfter` lines of its body. */
export const ask = (
  origin: string,
  request: Buffer,
  reader: AnswerReader,
  stopAfter = Number.POSITIVE_INFINITY,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const kept = idle.get(origin)?.pop()
    const connection = kept?.isAlive() === true ? kept : new Connection(origin)
    connection.ask(request, { reader, stopAfter, resolve, reject })
  })
