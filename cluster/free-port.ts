import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { threadId } from 'node:worker_threads'

/**
 * Where ports are looked for: below those that systems give to outgoing connections (Linux from 32768, others from
 * 49152), so that a server that restarts does not find its port taken by a client, and below the node ports.
 */
const range = [20_000, 30_000] as const
/**
 * Of so many parts of the range each process, and each thread of one, looks in its own first: else another one would soon listen on the
 * port of a server that is down for as long as it restarts.
 */
const parts = 20
const partSize = (range[1] - range[0]) / parts
const ownStart = range[0] + partSize * ((process.pid + 7 * threadId) % parts)
/** How many of the own part, then of the range, are tried before the system is asked for any. */
const attempts = 100

/** Ports that were told lately: whoever asked may not listen yet. The oldest is forgotten first. */
const told = new Set<number>()
const remembered = 256

/** A port of 127.0.0.1 that nobody listens on at the moment, and that was not told to others of this process lately. */
export async function freePort(): Promise<number> {
  for (let tried = 0; ; tried++) {
    const port = await listened(candidate(tried))
    if (port === undefined || told.has(port)) continue
    told.add(port)
    if (told.size > remembered) told.delete(told.values().next().value!)
    return port
  }
}

function candidate(tried: number): number {
  if (tried < attempts) return randomInt(ownStart, ownStart + partSize)
  return tried < 2 * attempts ? randomInt(...range) : 0
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
