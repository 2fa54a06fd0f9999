import { type Duplex, duplexPair } from 'node:stream'

import type { ClientTls } from './mutual-trust.ts'

/** An end of a connection. Encrypted, as a TLSSocket is: both sides have accepted each other, and a handshake is not due. */
export type Connection = Duplex & { readonly encrypted?: true }

/**
 * Opens a connection to the server of a URL, for a client of these certificates, if it has some. Throws the error of a refused
 * socket where no server listens.
 */
export type Connect = (url: string, client?: ClientTls) => Connection

function unchanged(this: Duplex): Duplex {
  return this
}
/** What node:http calls of a socket that it keeps, idle: this one has no handle and costs nothing, and ends with its peer. */
const keptIdle = { setKeepAlive: unchanged, setTimeout: unchanged, ref: unchanged, unref: unchanged }
/** Whom a server sees. */
const remoteAddress = '127.0.0.1'

/** The two ends of a connection within the process: no port, and no waiting for the host's network. */
export function inProcessConnection(): [Duplex, Duplex] {
  const [client, server] = duplexPair()
  for (const end of [client, server]) Object.assign(end, keptIdle, { remoteAddress })
  client.once('close', () => closeAfterPeer(server))
  server.once('close', () => closeAfterPeer(client))
  return [client, server]
}

/** Ends an end whose peer has closed: it can neither read nor write any more. */
function closeAfterPeer(end: Duplex): void {
  if (!end.readableEnded || !end.writableFinished) end.destroy()
}

/** The error of a socket whose server does not listen. */
export function connectionRefused(url: string): NodeJS.ErrnoException {
  const { hostname, port } = new URL(url)
  return Object.assign(new Error(`connect ECONNREFUSED ${hostname}:${port}`), { code: 'ECONNREFUSED' })
}
