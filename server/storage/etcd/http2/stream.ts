// Upstream: RFC 9113, sections 5 and 8 (a client's stream)
import { flags, frame, types, uint32s } from './frames.ts'
import type { HeaderMap } from './header-block.ts'
import { Http2Error, numberOf } from './http2-error.ts'

/** Bytes that may be under way to this side: lists are as large as they are. */
export const ownWindow = 8 << 20
/** Bytes of a stream that were read until the other side is told so. */
const toldAfter = 4 << 20

/** The listener to headers, data and the end of a stream. */
export interface StreamListener {
  /** Those of the answer, then those at its end where there are some. */
  headers(headers: HeaderMap): void
  /** A view of what was received. */
  data(piece: Buffer): void
  /** Once: nothing more comes. @param error undefined: the other side has said all */
  closed(error?: Error): void
}

/** The part of the session that its streams write to. */
export interface Outlet {
  send(...bytes: readonly Buffer[]): void
  /** Bytes that the connection may have under way, and that a frame may have. */
  readonly allows: { window: number; readonly frame: number }
  /** The stream counts no more. */
  left(stream: Http2Stream): void
}

const nobody: StreamListener = { headers() {}, data() {}, closed() {} }

/** A request with its answer. */
export class Http2Stream {
  /** The number of the stream; 0 until it has begun. */
  id = 0
  private readonly outlet: Outlet
  private readonly head: Buffer
  private listener: StreamListener
  /** Data that waits until the flow-control windows allow it to be sent. */
  private readonly queue: Buffer[] = []
  private window = 0
  private isEnded = false
  private hasSentEnd = false
  private isOver = false
  private held: (() => void)[] | undefined
  private consumed = 0
  /** Bytes that the other side has sent since it was told that it may send more. */
  private received = 0
  private hasHeaders = false

  constructor(outlet: Outlet, head: Buffer, listener: StreamListener) {
    this.outlet = outlet
    this.head = head
    this.listener = listener
  }

  /** @param last nothing is sent after it */
  write(piece: Buffer, last = false): void {
    this.queue.push(piece)
    this.isEnded = last
    this.pump()
  }

  /** Ends this side of the stream: no more data is sent. */
  end(): void {
    this.isEnded = true
    this.pump()
  }

  /** Resets the stream without telling the listener. */
  cancel(): void {
    if (this.isOver) return
    this.isOver = true
    if (this.id !== 0) this.reset()
    this.outlet.left(this)
    this.forget()
  }

  /** Tells the listener nothing more until {@link resume}; the other side fills its window, and waits then. */
  pause(): void {
    this.held ??= []
  }

  resume(): void {
    const held = this.held ?? []
    this.held = undefined
    while (held.length > 0 && this.held === undefined) held.shift()!()
    // Paused again meanwhile: what is left comes before what comes.
    if (held.length > 0) this.held = held
  }

  /** Called by the session: the stream gets its number and its send window in bytes, and begins. */
  begin(id: number, window: number): void {
    this.id = id
    this.window = window
    this.outlet.send(frame(types.headers, flags.endHeaders, id, this.head.length, this.head))
    this.pump()
  }

  /** Called by the session: the stream may send `more` bytes besides. */
  widen(more: number): void {
    this.window += more
    this.pump()
  }

  /** Called by the session. */
  takeHeaders(headers: HeaderMap, isLast: boolean): void {
    this.hasHeaders = true
    this.inTurn(() => {
      this.listener.headers(headers)
      if (isLast) this.finish()
    })
  }

  /** Called by the session. @param size of the frame, with what pads it. Throws an {@link Http2Error} for more than the window */
  takeData(piece: Buffer, size: number, isLast: boolean): void {
    if (!this.hasHeaders) throw new Http2Error('PROTOCOL_ERROR', 'data come before headers')
    this.received += size
    if (this.received > ownWindow)
      throw new Http2Error('FLOW_CONTROL_ERROR', 'a stream has no room for so much')
    this.inTurn(() => {
      this.consumed += size
      this.listener.data(piece)
      if (this.isOver) return
      if (isLast) return this.finish()
      if (this.consumed < toldAfter) return
      this.outlet.send(frame(types.windowUpdate, 0, this.id, 4, uint32s(this.consumed)))
      this.received -= this.consumed
      this.consumed = 0
    })
  }

  /** Called by the session: the connection has ended, and the stream with it. */
  over(error: Error): void {
    this.inTurn(() => {
      this.isOver = true
      this.forget().closed(error)
    })
  }

  private inTurn(work: () => void): void {
    if (this.isOver) return
    if (this.held === undefined) work()
    else
      this.held.push(() => {
        if (!this.isOver) work()
      })
  }

  /** Ends the stream, as the other side has sent everything. */
  private finish(): void {
    this.isOver = true
    if (!this.hasSentEnd) this.reset()
    this.outlet.left(this)
    this.forget().closed()
  }

  /** Nothing more is told. A Map that has been made anew leaves its older tables, with what was in them, to the collector of old objects. */
  private forget(): StreamListener {
    const { listener } = this
    this.listener = nobody
    return listener
  }

  private reset(): void {
    this.outlet.send(frame(types.rstStream, 0, this.id, 4, uint32s(numberOf('CANCEL'))))
  }

  private pump(): void {
    if (this.id === 0 || this.isOver || this.hasSentEnd) return
    const { allows } = this.outlet
    for (let piece = this.queue[0]; piece !== undefined; piece = this.queue[0]) {
      const size = Math.min(piece.length, this.window, allows.window, allows.frame)
      if (size <= 0 && piece.length > 0) return
      this.window -= size
      allows.window -= size
      const rest = piece.length > size ? piece.subarray(size) : undefined
      if (rest === undefined) this.queue.shift()
      else this.queue[0] = rest
      const isLast = this.isEnded && this.queue.length === 0
      this.sendData(rest === undefined ? piece : piece.subarray(0, size), isLast)
    }
    if (this.isEnded && !this.hasSentEnd) this.sendData(Buffer.alloc(0), true)
  }

  private sendData(piece: Buffer, isLast: boolean): void {
    this.hasSentEnd = isLast
    const head = frame(types.data, isLast ? flags.endStream : 0, this.id, piece.length)
    if (piece.length === 0) this.outlet.send(head)
    else this.outlet.send(head, piece)
  }
}
