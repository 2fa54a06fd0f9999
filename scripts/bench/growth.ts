// What requests cost of a store with many objects beside one with few, and how long a server takes to read its directory.
import { serverFolder, startServerProcess } from '../../e2e/conformance/server-process.ts'
import { type Figure, ServerLoad } from './server-load.ts'

/** Of servers that keep their objects in a directory. */
export interface GrowthFigure {
  few: number
  many: number
  /** By request: processor time with many objects, as a multiple of that with few. */
  ratios: Record<string, number>
  /** Milliseconds from the start of a server to its /readyz over the directory of many. */
  startMs: number
}

const few = 500
const many = 50_000

const middle = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!

/** @throws Error where a server does not start */
export async function growth(release: string, seconds: number, rounds: number): Promise<GrowthFigure> {
  const servers = await Promise.all([few, many].map((count) => filled(release, count)))
  const each = servers.map(({ load }) => load.growthFigures(seconds))
  const ratios: Record<string, number> = {}
  for (const name of Object.keys(each[0]!)) {
    const found: Figure[][] = [[], []]
    // The first is not measured: the server with many objects has had time to compile what makes them.
    for (let round = 0; round <= rounds; round++)
      for (const [i, figures] of each.entries()) {
        const figure = await figures[name]!()
        if (round > 0) found[i]!.push(figure)
      }
    const [small, large] = found.map((figures) => middle(figures.map(({ processor }) => processor)))
    ratios[name] = large! / small!
  }
  for (const { load } of servers) load.close()
  const [small, large] = servers as [(typeof servers)[number], (typeof servers)[number]]
  await small.stop()
  return { few, many, ratios, startMs: await large.restart() }
}

async function filled(release: string, count: number) {
  const folder = serverFolder()
  const start = () => startServerProcess({ release, dir: folder.dir, flags: [], keepData: true })
  const server = await start()
  const load = await ServerLoad.prepare({ ...server, pids: [server.pid] })
  await load.fill(count)
  const stop = async (): Promise<void> => {
    await server.stop()
    folder.remove()
  }
  return {
    load,
    stop,
    async restart(): Promise<number> {
      await server.stop()
      const begun = performance.now()
      const again = await start()
      const took = performance.now() - begun
      await again.stop()
      folder.remove()
      return took
    },
  }
}
