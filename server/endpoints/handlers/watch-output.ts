// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/watch.go (HandleHTTP), storage/cacher/cache_watcher.go (slow readers)
import type { ApiCall } from '../api-call.ts'
import { writeHeaders } from '../respond.ts'

/** A client that leaves more than this unread loses its watch, as upstream closes one whose channel stays full. */
const maxUnread = 16 * 1024 * 1024

/** What all watches of the process leave unread together; then the one that is furthest behind goes. */
const maxUnreadOfAll = 192 * 1024 * 1024
/** From here on a watch counts among those that are behind. */
const behindAbove = 256 * 1024
const behind = new Set<WatchOutput>()

function dropFurthestBehind(): void {
  let [sum, furthest] = [0, undefined as WatchOutput | undefined]
  for (const output of behind) {
    const unread = output.unread()
    if (unread < behindAbove) behind.delete(output)
    sum += unread
    if (furthest === undefined || unread > furthest.unread()) furthest = output
  }
  if (sum > maxUnreadOfAll) furthest?.drop()
}

/** What a response emits when the initial events of its watch have been sent. */
export const initialEventsEnd = 'initialEventsEnd'

/** The answer of one watch. Lines go out once the headers are written; a client that went away stops the watch. */
export class WatchOutput {
  private readonly call: ApiCall
  private readonly type: string
  private early: Buffer[] = []
  private earlyBytes = 0
  private started = false
  private ended = false
  private limit = maxUnread

  constructor(call: ApiCall, type: string) {
    this.call = call
    this.type = type
  }

  send(line: Buffer): void {
    if (this.ended) return
    const { res } = this.call
    if (this.started) res.write(line)
    else this.early.push(line)
    this.earlyBytes += this.started ? 0 : line.length
    if (this.started && res.writableLength > this.limit) this.drop()
    else if (this.unread() > behindAbove) {
      behind.add(this)
      dropFurthestBehind()
    }
  }

  /** Bytes that wait for the client. */
  unread(): number {
    return this.call.res.destroyed ? 0 : this.earlyBytes + this.call.res.writableLength
  }

  /** Ends the connection, whatever still waits. */
  drop(): void {
    this.ended = true
    this.early = []
    this.earlyBytes = 0
    this.call.res.destroy()
  }

  /** @param onEnd called once, when nothing more can be sent. */
  start(onEnd: () => void): void {
    const { res } = this.call
    if (res.destroyed) {
      this.ended = true
      onEnd()
      return
    }
    res.on('close', () => {
      this.ended = true
      behind.delete(this)
      onEnd()
    })
    writeHeaders(this.call, 200, this.type)
    res.setHeader('Transfer-Encoding', 'chunked')
    res.flushHeaders()
    this.started = true
    if (this.early.length > 0) {
      const first = Buffer.concat(this.early)
      this.early = []
      this.earlyBytes = 0
      this.limit += first.length
      res.write(first)
    }
    if (this.ended) res.end()
  }

  end(): void {
    if (this.ended) return
    this.ended = true
    if (this.started) this.call.res.end()
  }
}
