import { randomInt } from 'node:crypto'
import { createServer, type Server } from 'node:net'
import { threadId } from 'node:worker_threads'

/**
 * Where ports are looked for: below those that systems give to outgoing connections (Linux from 32768, others from
 * 49152), so that a server that restarts does not find its port taken by a client, and below the node ports.
 */
const range = [20_000, 30_000] as const
/**
 * Of so many parts of the range each process, and each thread of one, looks in its own first: else another one would soon listen on
 * a port that was just found free, or on that of a server that is down for as long as it restarts.
 */
const parts = 50
const partSize = (range[1] - range[0]) / parts
/** The numbers of ports of the own part, then of the range, that are tried before the system is asked for any. */
const attempts = 100

/** Ports that were told lately: whoever asked may not listen yet. The oldest is forgotten first. */
const told = new Set<number>()
const remembered = 100

let ownPart: Promise<number> | undefined

/** A port of 127.0.0.1 that nobody listens on at the moment, and that was not told to others of this process lately. */
export async function freePort(): Promise<number> {
  ownPart ??= claimPart()
  const ownStart = range[0] + partSize * (await ownPart)
  for (let tried = 0; ; tried++) {
    const port = await listened(candidate(ownStart, tried))
    if (port === undefined || told.has(port)) continue
    told.add(port)
    if (told.size > remembered) told.delete(told.values().next().value!)
    return port
  }
}

function candidate(ownStart: number, tried: number): number {
  if (tried < attempts) return randomInt(ownStart, ownStart + partSize)
  return tried < 2 * attempts ? randomInt(...range) : 0
}

/**
 * A part that no other process or thread claims, for as long as this one lives: who claims one listens on a name that only Linux has
 * (an abstract socket, which no file and no port stands for). Elsewhere, and where all are claimed, one by the number of the process,
 * which others may share.
 */
async function claimPart(): Promise<number> {
  const first = (process.pid + 7 * threadId) % parts
  if (process.platform !== 'linux') return first
  for (let next = 0; next < parts; next++) {
    const part = (first + next) % parts
    const claim = await listening({ path: `\0kepsim-ports-${part}` })
    if (claim === undefined) continue
    claim.on('connection', (socket) => socket.destroy())
    claim.unref()
    return part
  }
  return first
}

/** The port that was listened on for a moment; undefined where somebody else does. */
async function listened(wanted: number): Promise<number | undefined> {
  const server = await listening({ port: wanted, host: '127.0.0.1' })
  if (server === undefined) return undefined
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Undefined where somebody else listens, or may alone. */
function listening(where: { path: string } | { port: number; host: string }): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(undefined) : reject(error),
    )
    server.listen({ ...where, exclusive: true }, () => resolve(server))
  })
}
