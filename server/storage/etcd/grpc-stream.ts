import { errorOf, GrpcError } from './grpc-error.ts'
import { FrameReader, framed } from './grpc-frames.ts'
import type { HeaderMap } from './http2/header-block.ts'
import { UnseenError } from './http2/http2-error.ts'
import type { Http2Session } from './http2/session.ts'
import type { Http2Stream, StreamListener } from './http2/stream.ts'

/** Messages both ways over one stream of a connection. What is sent before there is a connection goes first. */
export class GrpcStream implements StreamListener {
  private readonly reader: FrameReader
  private readonly ended: (error?: GrpcError) => void
  /** Begins the stream anew; undefined once that was done, or where it may not be done. */
  private again: ((stream: GrpcStream) => void) | undefined
  private stream: Http2Stream | undefined
  /** The messages that were sent before the server answered. */
  private readonly before: Buffer[] = []
  private heard = false
  private over = false
  private finished = false
  /** The last headers of the server: those of its answer, or its trailers. */
  private last: HeaderMap = {}

  /**
   * @param ended is called once, with an error unless the server ended the stream well; never after {@link cancel}
   * @param again is called once at most, where a server has not seen the stream: begins it anew. Upstream: shouldRetry of grpc-go
   */
  constructor(
    told: (message: Buffer) => void,
    ended: (error?: GrpcError) => void,
    again: (stream: GrpcStream) => void,
  ) {
    this.again = again
    this.reader = new FrameReader((message) => {
      if (!this.over) told(message)
    })
    this.ended = ended
  }

  send(message: Buffer): void {
    if (!this.heard) this.before.push(message)
    this.stream?.write(framed(message))
  }

  /** Ends this side of the stream: no more messages are sent. */
  finish(): void {
    this.finished = true
    this.stream?.end()
  }

  cancel(): void {
    this.over = true
    this.stream?.cancel()
  }

  /** Lets the server send no more until {@link resume}. */
  pause(): void {
    this.stream?.pause()
  }

  resume(): void {
    this.stream?.resume()
  }

  /** Goes on over a connection. @param head the headers of the call; nothing is asked that nobody waits for any more */
  begin(session: Http2Session, head: Buffer): void {
    if (this.over) return
    const stream = session.request(head, this)
    this.stream = stream
    for (const [i, message] of this.before.entries())
      stream.write(framed(message), this.finished && i === this.before.length - 1)
    if (this.finished && this.before.length === 0) stream.end()
  }

  /** Ends the whole stream from this side, and tells `ended`. */
  end(error?: GrpcError): void {
    if (this.over) return
    this.cancel()
    this.ended(error)
  }

  /** Called by the connection. */
  headers(headers: HeaderMap): void {
    this.last = headers
    if (this.heard) return
    this.heard = true
    this.before.length = 0
  }

  /** Called by the connection. */
  data(piece: Buffer): void {
    try {
      this.reader.take(piece)
    } catch (error) {
      this.end(error as GrpcError)
    }
  }

  /** Called by the connection. */
  closed(error?: Error): void {
    const { again } = this
    if (error instanceof UnseenError && again !== undefined && !this.heard && !this.over) {
      this.again = undefined
      this.stream = undefined
      again(this)
    } else this.end(error === undefined ? errorOf(this.last) : new GrpcError('Unavailable', error.message))
  }
}
