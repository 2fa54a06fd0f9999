// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/watch.go (HandleHTTP), storage/cacher/cache_watcher.go (slow readers)
import type { ApiCall } from '../api-call.ts'
import { isHttp2 } from '../http-message.ts'
import { abortWhenLate, writeHeaders } from '../respond.ts'
import { spareMemory } from '../spare-memory.ts'
import { forgetTurn, mayWrite } from './watch-turns.ts'

/** A client that leaves more than this unread loses its watch, as upstream closes one whose channel stays full. */
const maxUnread = 16 * 1024 * 1024

/** What all watches of the process leave unread together; then the one that is furthest behind goes. */
const maxHeld = 192 * 1024 * 1024
/** What is written at once: encryption of all of a long line would keep others waiting. */
const pieceBytes = 32 * 1024

/** What a watch leaves behind, about. */
const bytesOfWatch = 4 * 1024

/** How many lines are written before their places are given back. */
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

function dropFurthestBehind(): void {
  let furthest: WatchOutput | undefined
  for (const output of behind)
    if (furthest === undefined || output.unread() > furthest.unread()) furthest = output
  furthest?.drop()
}

/** What a response emits when the initial events of its watch have been sent. */
export const initialEventsEnd = 'initialEventsEnd'

/**
 * The answer of one watch. Lines go out once the headers are written, as fast as the client reads; a client that went away stops
 * the watch.
 */
export class WatchOutput {
  private readonly call: ApiCall
  private readonly type: string
  private lines: Buffer[] = []
  /** The place of the first line that is not written yet, and how many of its bytes are. */
  private first = 0
  private written = 0
  private waiting = 0
  private started = false
  private ended = false
  private gone = false
  private limit = maxUnread

  constructor(call: ApiCall, type: string) {
    this.call = call
    this.type = type
  }

  send(line: Buffer): void {
    if (this.ended || this.gone) return
    hold(line)
    this.lines.push(line)
    this.waiting += line.length
    behind.add(this)
    if (this.started) this.pump()
    if (this.started && this.unread() > this.limit) this.drop()
    else if (heldBytes > maxHeld) dropFurthestBehind()
  }

  /** Bytes that wait for the client. */
  unread(): number {
    return this.gone ? 0 : this.waiting + this.call.res.writableLength
  }

  /** Writes what the connection takes. */
  pump(): void {
    for (let line = this.lines[this.first]; line !== undefined; line = this.lines[this.first]) {
      if (this.call.res.writableNeedDrain) return
      const piece = line.subarray(this.written, this.written + pieceBytes)
      if (!mayWrite(this, piece.length)) return
      this.written += piece.length
      this.waiting -= piece.length
      if (this.written === line.length) this.shift(line)
      this.call.res.write(piece)
    }
    this.lines = []
    this.first = 0
    behind.delete(this)
    if (this.ended) this.call.res.end()
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
    this.call.res.destroy()
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
    spareMemory(bytesOfWatch)
  }

  /** @param onEnd called once, when nothing more can be sent. */
  start(onEnd: () => void): void {
    const { res } = this.call
    if (res.destroyed) {
      this.forget()
      onEnd()
      return
    }
    res.on('close', () => {
      this.forget()
      onEnd()
    })
    res.on('drain', () => this.pump())
    writeHeaders(this.call, 200, this.type)
    if (!isHttp2(res.req)) res.setHeader('Transfer-Encoding', 'chunked')
    res.flushHeaders()
    this.started = true
    this.limit += this.waiting
    this.pumpOn()
  }

  /** Ends the answer once all lines are written. */
  end(): void {
    if (this.ended || this.gone) return
    this.ended = true
    if (this.started) this.pumpOn()
  }

  /** The last line may wait for ever in a client that reads nothing. */
  private pumpOn(): void {
    const { res } = this.call
    if (this.ended) res.once('close', abortWhenLate(res))
    this.pump()
  }
}
