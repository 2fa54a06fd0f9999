// Upstream: golang.org/x/net/http2 (server.go: runHandler), where a goroutine begins each request beside the others'.

/** A request's stream, and what tells whether its client still wants an answer: the stream of node:http2. */
export interface TurnStream {
  readonly session?: object | undefined
  readonly closed: boolean
  readonly destroyed: boolean
}

/**
 * Begins the requests of a connection one in each turn of the event loop: node hands over all that one read brings, which are a thousand
 * in a row, and others would wait for all of them. A request that its client has reset by then does not begin.
 */
export function requestTurns(): (stream: TurnStream, begin: () => void) => void {
  const lines = new WeakMap<object, Waiting[]>()
  return (stream, begin) => {
    const { session = stream } = stream
    const line = lines.get(session)
    if (line !== undefined) {
      line.push({ stream, begin })
      return
    }
    const own: Waiting[] = []
    lines.set(session, own)
    const next = (): void => {
      const one = firstWanted(own)
      if (one === undefined) lines.delete(session)
      else setImmediate(next)
      one?.begin()
    }
    setImmediate(next)
    begin()
  }
}

interface Waiting {
  readonly stream: TurnStream
  readonly begin: () => void
}

function firstWanted(line: Waiting[]): Waiting | undefined {
  let at = 0
  while (at < line.length && (line[at]!.stream.closed || line[at]!.stream.destroyed)) at++
  return line.splice(0, at + 1)[at]
}
