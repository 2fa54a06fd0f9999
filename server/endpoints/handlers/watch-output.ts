// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/watch.go (HandleHTTP), storage/cacher/cache_watcher.go (slow readers)
import type { ApiCall } from '../api-call.ts'
import { writeHeaders } from '../respond.ts'

/** A client that leaves more than this unread loses its watch, as upstream closes one whose channel stays full. */
const maxUnread = 16 * 1024 * 1024

/** What a response emits when the initial events of its watch have been sent. */
export const initialEventsEnd = 'initialEventsEnd'

/** The answer of one watch. Lines go out once the headers are written; a client that went away stops the watch. */
export class WatchOutput {
  private readonly call: ApiCall
  private readonly type: string
  private early: Buffer[] = []
  private started = false
  private ended = false
  private limit = maxUnread

  constructor(call: ApiCall, type: string) {
    this.call = call
    this.type = type
  }

  send(line: Buffer): void {
    if (this.ended) return
    if (!this.started) {
      this.early.push(line)
      return
    }
    const { res } = this.call
    res.write(line)
    if (res.writableLength > this.limit) res.destroy()
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
      onEnd()
    })
    writeHeaders(this.call, 200, this.type)
    res.setHeader('Transfer-Encoding', 'chunked')
    res.flushHeaders()
    this.started = true
    if (this.early.length > 0) {
      const first = Buffer.concat(this.early)
      this.early = []
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
