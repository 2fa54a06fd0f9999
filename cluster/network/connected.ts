import { connect, type Socket } from 'node:net'

/** A connection to the port of a URL on this machine. Rejects with the errors of node:net. */
export const connected = (url: URL): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname)
    socket.once('connect', () => resolve(socket)).once('error', reject)
  })
