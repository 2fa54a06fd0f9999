// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/watch.go (HandleHTTP), storage/cacher/cache_watcher.go (slow readers)
import type { ApiCall } from '../api-call.ts'
import type { Response } from '../http-message.ts'
import { abortWhenLate } from '../respond.ts'
import { spareMemory } from '../spare-memory.ts'
import { openSink, type WatchSink } from './watch-sink.ts'
import { forgetTurn, mayWrite, noteServed } from './watch-turns.ts'

/** A client that leaves more than this unread loses its watch, as upstream closes one whose channel stays full. */
const maxUnread = 16 * 1024 * 1024

/** The limit of bytes that all watches of the process leave unread; beyond it the one that is furthest behind ends. */
const maxHeld = 192 * 1024 * 1024
/** What a client may leave unread of the events with which its watch begins, before it is waited for. */
const mostAhead = 128 * 1024
/** What is written at once: encryption of all of a long line would keep others waiting. */
const pieceBytes = 32 * 1024

/** The estimated memory that an ended watch leaves behind, in bytes. */
const bytesOfWatch = 4 * 1024

/** The number of written lines after which their places are given back. */
const manyWritten = 1000

/** Lines that some watch has still to write, and how many have: most watches of an event share one. */
const held = new Map<Buffer, number>()
let heldBytes = 0
const behind = new Set<WatchOutput>()

function hold(line: Buffer): void {
  const count = held.get(line) ?? 0
  held.set(line, count + 1)
  if (count === 0) heldBytes += line.length
}

function letGo(line: Buffer): void {
  const count = held.get(line)! - 1
  if (count > 0) held.set(line, count)
  else if (held.delete(line)) heldBytes -= line.length
}

/** What was gathered last, and of which lines. */
let gatheredOf: readonly Buffer[] = []
let gathered: Buffer = Buffer.alloc(0)

/** Some of the lines as one piece, which is made once for all outputs that have the same. */
function joined(lines: readonly Buffer[], from: number, end: number): Buffer {
  if (end === from + 1) return lines[from]!
  const isSame = gatheredOf.length === end - from && gatheredOf.every((line, i) => line === lines[from + i])
  if (!isSame) {
    gatheredOf = lines.slice(from, end)
    gathered = Buffer.concat(gatheredOf)
  }
  return gathered
}

function dropFurthestBehind(): void {
  let furthest: WatchOutput | undefined
  for (const output of behind)
    if (furthest === undefined || output.unread() > furthest.unread()) furthest = output
  furthest?.drop()
}

/**
 * The answer of one watch. Lines go out once the headers are written, as fast as the client reads; a client that went away stops
 * the watch.
 */
export class WatchOutput {
  /** Not the call, which would stay with all that is known of its request. */
  private readonly res: Response
  private lines: Buffer[] = []
  /** The place of the first line that is not written yet, and how many of its bytes are. */
  private first = 0
  private written = 0
  private waiting = 0
  /** The sink that lines are written to, once the watch has started. */
  private sink: WatchSink | undefined
  private ended = false
  private gone = false
  private limit = maxUnread
  private onRoom: (() => void) | undefined

  /** Watches over a network wait for others; those inside the process are part of its order. */
  get patient(): boolean {
    return this.sink?.patient ?? false
  }

  constructor(res: Response) {
    this.res = res
  }

  send(line: Buffer): void {
    if (this.ended || this.gone) return
    hold(line)
    this.lines.push(line)
    this.waiting += line.length
    behind.add(this)
    if (this.sink !== undefined) this.pump()
    if (this.sink !== undefined && this.unread() > this.limit) this.drop()
    else if (heldBytes > maxHeld) dropFurthestBehind()
  }

  /** Bytes that wait for the client. */
  unread(): number {
    return this.gone ? 0 : this.waiting + (this.sink?.writableLength ?? 0)
  }

  get hasRoom(): boolean {
    return this.unread() <= mostAhead
  }

  /** Resolves when there is room, or nobody reads any more; undefined where that is so. Who reads nothing meanwhile loses the watch. */
  room(): Promise<void> | undefined {
    if (this.hasRoom) return undefined
    const inTime = abortWhenLate(this.res)
    return new Promise((resolve) => {
      this.onRoom = () => {
        inTime()
        resolve()
      }
    })
  }

  private tellRoom(): void {
    if (this.onRoom === undefined || !this.hasRoom) return
    this.onRoom()
    this.onRoom = undefined
  }

  /** Writes what the connection takes. */
  pump(): void {
    this.write()
    this.tellRoom()
  }

  private write(): void {
    const { sink } = this
    if (sink === undefined) return
    for (let line = this.lines[this.first]; line !== undefined; line = this.lines[this.first]) {
      if (sink.writableNeedDrain) return
      if (!mayWrite(this, Math.min(line.length - this.written, pieceBytes))) return
      sink.write(sink.gathers ? this.gather(sink, line) : this.piece(sink, line))
    }
    this.lines = []
    this.first = 0
    behind.delete(this)
    noteServed(this)
    if (this.ended) sink.end()
  }

  /** The next bytes of a line. */
  private piece(sink: WatchSink, line: Buffer): Buffer {
    if (sink.whole === true) {
      this.advance(line.length)
      this.shift(line)
      return line
    }
    if (this.written === 0) this.advance(sink.begin(line))
    const piece = line.subarray(this.written, this.written + pieceBytes)
    this.advance(piece.length)
    if (this.written === line.length) this.shift(line)
    return piece
  }

  /** What waits, as far as it may be written at once: most often others have the same. */
  private gather(sink: WatchSink, line: Buffer): Buffer {
    if (this.written > 0 || line.length > pieceBytes) return this.piece(sink, line)
    const { lines, first: from } = this
    let room = pieceBytes
    let end = from
    for (let next = lines[end]; next !== undefined && next.length <= room; next = lines[++end])
      room -= next.length
    const bytes = joined(lines, from, end)
    this.advance(bytes.length)
    for (let i = from; i < end; i++) this.shift(lines[i]!)
    return bytes
  }

  private advance(bytes: number): void {
    this.written += bytes
    this.waiting -= bytes
  }

  private shift(line: Buffer): void {
    this.written = 0
    letGo(line)
    if (++this.first < manyWritten) return
    this.lines = this.lines.slice(this.first)
    this.first = 0
  }

  /** Ends the connection, whatever still waits. */
  drop(): void {
    this.forget()
    if (this.sink === undefined) this.res.destroy()
    else this.sink.destroy()
  }

  private forget(): void {
    if (this.gone) return
    this.gone = true
    for (const line of this.lines.slice(this.first)) letGo(line)
    this.lines = []
    this.first = 0
    this.waiting = 0
    behind.delete(this)
    forgetTurn(this)
    this.tellRoom()
    spareMemory(bytesOfWatch)
  }

  /** @param type media type of the stream. @param watch told once, when nothing more can be sent */
  start(call: ApiCall, type: string, watch: { ended(): void }): void {
    const { res } = this
    if (res.destroyed) {
      this.forget()
      watch.ended()
      return
    }
    const sink = openSink(call, type)
    this.endWith(watch)
    if (sink === undefined) return
    if (sink.whole !== true) sink.on('drain', () => this.pump())
    this.sink = sink
    this.limit += this.waiting
    this.pumpOn()
  }

  private endWith(watch: { ended(): void }): void {
    this.res.on('close', () => {
      this.forget()
      watch.ended()
    })
  }

  /** Ends the answer once all lines are written. */
  end(): void {
    if (this.ended || this.gone) return
    this.ended = true
    if (this.sink !== undefined) this.pumpOn()
  }

  /** The last line may wait for ever in a client that reads nothing. */
  private pumpOn(): void {
    if (this.ended) this.res.once('close', abortWhenLate(this.res))
    this.pump()
  }
}
