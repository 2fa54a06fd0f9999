import type { IncomingMessage } from 'node:http'
import type { RequestListener, Response } from './endpoints/http-message.ts'

/** Requests that may wait on a connection; with more it ends. No client is known that sends a second one before it has the first answer. */
const mostWaiting = 1000

/**
 * Begins a connection's next request when the last one has its answer, as Go's server does: node begins all that one read brings, which
 * are a thousand in a row, and others wait for all of them.
 */
export function oneByOne(listener: RequestListener): RequestListener {
  const lines = new WeakMap<object, (() => void)[]>()
  const begin = (request: IncomingMessage, response: Response, line: (() => void)[]): void => {
    const { socket } = request
    response.once('finish', () => {
      if (line.length === 0) lines.delete(socket)
      else setImmediate(() => (socket.destroyed ? undefined : line.shift()!()))
    })
    listener(request, response)
  }
  return (request, response) => {
    const { socket } = request
    const line = lines.get(socket)
    if (line === undefined) {
      const own: (() => void)[] = []
      lines.set(socket, own)
      begin(request, response, own)
      return
    }
    if (line.push(() => begin(request, response, line)) > mostWaiting) socket.destroy()
  }
}
