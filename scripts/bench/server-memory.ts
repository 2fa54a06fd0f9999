// What a server holds in memory: with nothing to do, with the objects of a cluster, and after these have changed for a while.
import { ServerLoad } from './server-load.ts'
import { startBenchServer } from './servers.ts'

/** Resident memory of a kube-apiserver that keeps its objects in memory, in MiB. */
export interface MemoryFigure {
  idle: number
  /** With 1,000 nodes and leases, 3,000 config maps, 200 watches. */
  filled: number
  /** With the same objects, when leases and statuses have been written for a while. */
  churned: number
}

/** V8 gives memory back some seconds after the last request, in two steps. */
const quietMs = 15_000
const churnSeconds = 15

const quiet = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, quietMs))

/** @throws Error where the server does not start */
export async function serverMemory(release: string): Promise<MemoryFigure> {
  const server = await startBenchServer('memory', release)
  if (typeof server === 'string') throw new Error(server)
  const mebibytes = (): number => Math.round(server.memory())
  try {
    await quiet()
    const idle = mebibytes()
    const load = await ServerLoad.prepare(server)
    const watches = await load.fillAsCluster()
    await quiet()
    const filled = mebibytes()
    await load.churn(churnSeconds)
    await quiet()
    const figure = { idle, filled, churned: mebibytes() }
    watches.close()
    load.close()
    return figure
  } finally {
    await server.stop()
  }
}
