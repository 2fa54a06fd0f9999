import { type Duplex, duplexPair } from 'node:stream'

/** Opens a connection to the server of a URL. Throws the error of a refused socket where no server listens. */
export type Connect = (url: string) => Duplex

/** The two ends of a connection within the process: no port, and no waiting for the host's network. */
export function inProcessConnection(): [Duplex, Duplex] {
  const [client, server] = duplexPair()
  client.once('close', () => closeAfterPeer(server))
  server.once('close', () => closeAfterPeer(client))
  return [client, server]
}

/** An end that has still to read or write does so in vain. */
function closeAfterPeer(end: Duplex): void {
  if (!end.readableEnded || !end.writableFinished) end.destroy()
}

/** The error of a socket whose server does not listen. */
export function connectionRefused(url: string): NodeJS.ErrnoException {
  const { hostname, port } = new URL(url)
  return Object.assign(new Error(`connect ECONNREFUSED ${hostname}:${port}`), { code: 'ECONNREFUSED' })
}
