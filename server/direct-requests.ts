// Requests of components in this process, as calls in place of connections.
// The timer of node:timers is none that tests replace.
import { setImmediate } from 'node:timers'
import type { ClientAnswer, DirectLine, DirectRequest } from '../component-base/direct-line.ts'
import type { Trust } from '../component-base/mutual-trust.ts'
import { DirectMessage, DirectPeer, DirectResponse } from './direct-messages.ts'
import type { RequestListener } from './endpoints/http-message.ts'

/** How many requests begin in one turn of the event loop: connections and timers have theirs between. */
const perTurn = 32

/** Begins the requests of a server's own process in the order in which they are made. */
export class DirectRequests {
  private readonly listener: RequestListener
  /** Those that are being answered. */
  private readonly answers = new Set<DirectResponse>()
  private readonly lines = new WeakMap<Trust, DirectLine>()
  private open: DirectLine | undefined
  /** Begun ones are taken out: each would keep its whole answer, and a thousand of them grow old. */
  private waiting: ((() => void) | undefined)[] = []
  private first = 0
  private closed = false

  constructor(listener: RequestListener) {
    this.listener = listener
  }

  /** @param trust of client and server; undefined: a server without TLS */
  line(trust: Trust | undefined): DirectLine {
    if (trust === undefined) {
      this.open ??= this.lineOf(new DirectPeer(undefined))
      return this.open
    }
    let line = this.lines.get(trust)
    if (line === undefined) {
      line = this.lineOf(new DirectPeer(trust))
      this.lines.set(trust, line)
    }
    return line
  }

  /** Breaks all answers off, watches too. */
  close(): void {
    this.closed = true
    for (const answer of this.answers) answer.break()
  }

  private lineOf(peer: DirectPeer): DirectLine {
    return (request) =>
      new Promise((resolve, reject) => {
        this.waiting.push(() => this.begin(request, peer, { resolve, reject }))
        if (this.waiting.length - this.first === 1) setImmediate(this.turn)
      })
  }

  private readonly turn = (): void => {
    const end = Math.min(this.first + perTurn, this.waiting.length)
    while (this.first < end) {
      const begin = this.waiting[this.first]!
      this.waiting[this.first++] = undefined
      begin()
    }
    if (this.first < this.waiting.length) {
      setImmediate(this.turn)
      if (this.first < 1000) return
      this.waiting = this.waiting.slice(this.first)
    } else this.waiting = []
    this.first = 0
  }

  private begin(
    request: DirectRequest,
    peer: DirectPeer,
    waiting: { resolve(answer: ClientAnswer): void; reject(error: unknown): void },
  ): void {
    const { signal } = request
    if (signal?.aborted === true) {
      waiting.reject(signal.reason)
      return
    }
    const message = new DirectMessage(request, peer)
    const response = new DirectResponse(message, waiting)
    if (this.closed) {
      response.break()
      return
    }
    response.endWith(this.answers, signal)
    try {
      this.listener(message, response)
    } catch (error) {
      // The others that wait have nothing to do with it.
      response.break(error)
    }
  }
}
