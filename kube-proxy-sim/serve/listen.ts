import { createServer, type RequestListener, type Server } from 'node:http'
import { bindParts } from '../startup/check-config.ts'

/** The loopback address of a host's family: simulated components serve there only, whatever address they are told. */
export function loopbackOf(host: string): string {
  if (host.startsWith('127.')) return host
  return host === '::1' ? '::1' : '127.0.0.1'
}

/**
 * A listening server. Rejects with Go's text where the port is taken: `listen tcp 0.0.0.0:10256: bind: address already in
 * use`.
 */
export function listen(address: string, network: string, handler: RequestListener): Promise<Server> {
  const { host, port } = bindParts(address)
  const server = createServer(handler)
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? 'address already in use'
          : error.code === 'EACCES'
            ? 'permission denied'
            : error.message
      reject(new Error(`listen ${network} ${address}: bind: ${why}`))
    })
    server.listen(port, loopbackOf(host), () => resolve(server))
  })
}

/** Closes the server and the connections that it keeps. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
