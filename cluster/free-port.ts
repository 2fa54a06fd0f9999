import { createServer } from 'node:net'

/** Ports that were told lately: whoever asked may not listen yet. The oldest is forgotten first. */
const told = new Set<number>()
const remembered = 256

/** A port of 127.0.0.1 that nobody listens on at the moment, and that was not told to others of this process lately. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = await anyPort()
    if (told.has(port)) continue
    told.add(port)
    if (told.size > remembered) told.delete(told.values().next().value!)
    return port
  }
}

function anyPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
