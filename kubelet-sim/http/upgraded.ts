import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

/** A connection that asks to become another protocol's, with what the client has sent behind its request. */
export interface Upgraded {
  readonly request: IncomingMessage
  readonly socket: Duplex
  readonly head: Buffer
  /** The query of the request, unescaped. */
  readonly query: URLSearchParams
}

/** Whether the client asks for a WebSocket, and not for SPDY. */
export const isWebSocket = ({ headers }: IncomingMessage): boolean =>
  (headers.upgrade ?? '').toLowerCase() === 'websocket'

/** Ends a connection over which nothing has gone for so many milliseconds; those within the process have no timeouts. */
export function endWhenIdle(socket: Duplex, idle: number): void {
  const timed = socket as Duplex & { setTimeout?: (ms: number, then: () => void) => void }
  timed.setTimeout?.(idle, () => socket.destroy())
}
