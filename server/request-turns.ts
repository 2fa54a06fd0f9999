// Upstream: golang.org/x/net/http2 (server.go: runHandler), where a goroutine begins each request beside the others'.

/** A request's stream, and what tells whether its client still wants an answer: the stream of node:http2. */
export interface TurnStream {
  readonly session?: object | undefined
  readonly closed: boolean
  readonly destroyed: boolean
}

/**
 * Requests of a connection that begin in one turn of the event loop. What they answer goes out in one write: with one request in each, a
 * client in Go got two thirds as many answers. Others wait for so many at most.
 */
const inOneTurn = 8

/**
 * Begins the requests of a connection a few in each turn of the event loop: node hands over all that one read brings, which are a thousand
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
      const wanted = takeWanted(own, inOneTurn)
      if (wanted.length === 0) lines.delete(session)
      else setImmediate(next)
      for (const { begin: beginOne } of wanted) beginOne()
    }
    setImmediate(next)
    begin()
  }
}

interface Waiting {
  readonly stream: TurnStream
  readonly begin: () => void
}

/** Takes from a line the first requests that are still wanted, and those before them that are not. */
function takeWanted(line: Waiting[], most: number): Waiting[] {
  const wanted: Waiting[] = []
  let at = 0
  for (; at < line.length && wanted.length < most; at++) {
    const { stream } = line[at]!
    if (!stream.closed && !stream.destroyed) wanted.push(line[at]!)
  }
  line.splice(0, at)
  return wanted
}
