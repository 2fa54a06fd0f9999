// Clusters of many nodes, each in a process of its own: what they take until every node is Ready.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { packageRoot } from '../../component-base/package-root.ts'

/** What a cluster of so many nodes took. */
export interface ScaleFigure {
  /** Seconds until all nodes were Ready. */
  seconds: number
  /** Processor time in seconds, of all threads. */
  processor: number
  /** Resident, when they were. */
  memoryMiB: number
}

const program = (nodes: number): string => `
import { startCluster } from ${JSON.stringify(pathToFileURL(join(packageRoot, 'dist/index.js')).href)}
const begun = performance.now()
const cluster = await startCluster({ nodes: ${nodes} })
const client = cluster.client()
const ready = (node) => node.status?.conditions?.some((one) => one.type === 'Ready' && one.status === 'True')
while (!(await client.get('/api/v1/nodes')).items.every(ready)) await new Promise((resolve) => setTimeout(resolve, 50))
const { user, system } = process.cpuUsage()
const memoryMiB = Math.round(process.memoryUsage().rss / 1048576)
process.stdout.write(JSON.stringify({ seconds: (performance.now() - begun) / 1000, processor: (user + system) / 1e6, memoryMiB }))
process.exit(0)
`

/** Starts a cluster of so many nodes, with their kube-proxies. @throws Error where it does not start */
export function clusterOf(nodes: number): ScaleFigure {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', program(nodes)],
    {
      encoding: 'utf8',
    },
  )
  if (status !== 0) throw new Error(`a cluster of ${nodes} nodes: exit code ${status}: ${stderr}`)
  return JSON.parse(stdout) as ScaleFigure
}
