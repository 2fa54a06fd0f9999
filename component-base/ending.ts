// What ends requests and waits, for those of which each of thousands of nodes has several: an AbortController with its signal and one who
// listens keeps more than a kilobyte.

/** Told once, when it is to end. */
export type EndListener = (() => void) | { handleEvent(): void }

/** An AbortSignal, or as much of one as requests need. */
export interface EndSignal {
  readonly aborted: boolean
  /** Of the end; undefined before it. */
  readonly reason: unknown
  addEventListener(type: 'abort', listener: EndListener): void
  removeEventListener(type: 'abort', listener: EndListener): void
}

const nobody: readonly EndListener[] = []

/** An AbortController that is its own signal. */
export class Ending implements EndSignal {
  aborted = false
  reason: unknown
  /** Mostly one, or none. */
  private listeners = nobody

  /** Tells all who listen, in the order in which they began to. */
  abort(): void {
    if (this.aborted) return
    this.aborted = true
    this.reason = new DOMException('This operation was aborted', 'AbortError')
    const { listeners } = this
    this.listeners = nobody
    for (const listener of listeners) {
      if (typeof listener === 'function') listener()
      else listener.handleEvent()
    }
  }

  addEventListener(_type: 'abort', listener: EndListener): void {
    if (!this.aborted) this.listeners = [...this.listeners, listener]
  }

  removeEventListener(_type: 'abort', listener: EndListener): void {
    const left = this.listeners.filter((one) => one !== listener)
    this.listeners = left.length === 0 ? nobody : left
  }
}

const signals = new WeakMap<EndSignal, AbortSignal>()

/** The signal for node's own requests: one for each ending, as those of a client follow one another. */
export function abortSignalOf(end: EndSignal): AbortSignal {
  if (end instanceof AbortSignal) return end
  const there = signals.get(end)
  if (there !== undefined) return there
  const control = new AbortController()
  if (end.aborted) control.abort(end.reason)
  else end.addEventListener('abort', () => control.abort(end.reason))
  signals.set(end, control.signal)
  return control.signal
}
