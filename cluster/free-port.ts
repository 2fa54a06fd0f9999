import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Where ports are looked for: below those that systems give to outgoing connections (Linux from 32768, others from
 * 49152), so that a server that restarts does not find its port taken by a client, and below the node ports.
 */
const range = [20_000, 30_000] as const
/** How many of the range are tried before the system is asked for any. */
const attempts = 100

/** Ports that were told lately: whoever asked may not listen yet. The oldest is forgotten first. */
const told = new Set<number>()
const remembered = 256

/** A port of 127.0.0.1 that nobody listens on at the moment, and that was not told to others of this process lately. */
export async function freePort(): Promise<number> {
  for (let tried = 0; ; tried++) {
    const port = await listened(tried < attempts ? randomInt(...range) : 0)
    if (port === undefined || told.has(port)) continue
    told.add(port)
    if (told.size > remembered) told.delete(told.values().next().value!)
    return port
  }
}

/** The port that was listened on for a moment; undefined where somebody else does. */
function listened(wanted: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(undefined) : reject(error),
    )
    server.listen(wanted, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
