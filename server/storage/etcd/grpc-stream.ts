import { type ClientHttp2Stream, constants } from 'node:http2'
import { errorOf, GrpcError } from './grpc-error.ts'
import { FrameReader, framed } from './grpc-frames.ts'

/** Messages both ways over one stream of a connection. What is sent before there is a connection goes first. */
export class GrpcStream {
  private readonly reader: FrameReader
  private readonly ended: (error?: GrpcError) => void
  private stream: ClientHttp2Stream | undefined
  private before: Buffer[] = []
  private over = false
  private finished = false

  /** @param ended is called once, with an error unless the server ended the stream well; never after {@link cancel} */
  constructor(told: (message: Buffer) => void, ended: (error?: GrpcError) => void) {
    this.reader = new FrameReader((message) => {
      if (!this.over) told(message)
    })
    this.ended = ended
  }

  send(message: Buffer): void {
    if (this.stream === undefined) this.before.push(message)
    else this.stream.write(framed(message))
  }

  /** Nothing more is sent. */
  finish(): void {
    this.finished = true
    this.stream?.end()
  }

  cancel(): void {
    this.over = true
    this.stream?.close(constants.NGHTTP2_CANCEL)
  }

  /** Lets the server send no more until {@link resume}. */
  pause(): void {
    this.stream?.pause()
  }

  resume(): void {
    this.stream?.resume()
  }

  begin(stream: ClientHttp2Stream): void {
    this.stream = stream
    this.listen(stream)
    for (const message of this.before.splice(0)) stream.write(framed(message))
    if (this.finished) stream.end()
    if (this.over) this.cancel()
  }

  end(error?: GrpcError): void {
    if (this.over) return
    this.over = true
    this.ended(error)
  }

  private listen(stream: ClientHttp2Stream): void {
    let last: Readonly<Record<string, unknown>> = {}
    let failure: GrpcError | undefined
    const keep = (told: Readonly<Record<string, unknown>>): void => {
      last = told
    }
    stream.on('response', keep)
    stream.on('trailers', keep)
    stream.on('data', (piece: Buffer) => {
      try {
        this.reader.take(piece)
      } catch (error) {
        failure = error as GrpcError
        stream.close(constants.NGHTTP2_CANCEL)
      }
    })
    stream.on('error', (error) => {
      failure = new GrpcError('Unavailable', error.message)
    })
    stream.on('close', () => {
      const told = last['grpc-status'] === undefined ? undefined : errorOf(last)
      const lost =
        last['grpc-status'] === undefined
          ? new GrpcError('Unavailable', 'error reading from server: EOF')
          : told
      this.end(failure ?? lost)
    })
  }
}
