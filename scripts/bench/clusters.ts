// Clusters that are measured in this process, whole: server, controllers, kubelets and kube-proxies.
import { parseKubeconfig } from '../../client/kubeconfig.ts'
import { RestClient } from '../../client/rest-client.ts'
import { startCluster } from '../../cluster/cluster.ts'
import { eachOf } from '../../component-base/each-of.ts'

/** What so many nodes took: those of a cluster, or those that a program plays. */
export interface ScaleFigure {
  /** Seconds until all nodes were Ready. */
  seconds: number
  /** Processor time in seconds until then, of all threads. */
  processor: number
  /** Resident, when they were. */
  memoryMiB: number
  /** Cores that the cluster keeps busy afterwards, with leases and statuses; undefined: not waited for. */
  cores?: number
}

/** From this many nodes on it is measured what they cost when all is quiet. */
const steadyFrom = 10_000
/** Two rounds of leases. */
const steadyMs = 20_000

interface Listed {
  metadata: { continue?: string }
  items: { metadata: { name: string }; status?: { readyReplicas?: number; conditions?: Condition[] } }[]
}
interface Condition {
  type: string
  status: string
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const secondsSince = (start: number): number => (performance.now() - start) / 1000
const processorSeconds = (since?: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1e6
}

/** Waits until so many objects of a path are there, and something holds for all of them. */
export async function untilAll(
  client: RestClient,
  path: string,
  count: number,
  holds: (item: Listed['items'][number]) => boolean,
  everyMs: number,
): Promise<void> {
  while (!(await allHold(client, path, count, holds))) await pause(everyMs)
}

/** By pages, up to the first one where it does not hold: thirty megabytes of nodes at once would cost more than what is waited for. */
async function allHold(
  client: RestClient,
  path: string,
  count: number,
  holds: (item: Listed['items'][number]) => boolean,
): Promise<boolean> {
  let [seen, next] = [0, '']
  do {
    const { items, metadata } = await client.get<Listed>(`${path}?limit=500&continue=${next}`)
    if (!items.every(holds)) return false
    seen += items.length
    next = encodeURIComponent(metadata.continue ?? '')
  } while (next !== '')
  return seen >= count
}

/** Whether a Node is Ready. */
export const isReady = ({ status }: Listed['items'][number]): boolean =>
  status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') === true

/** Starts a cluster of so many nodes, until all are Ready. */
export async function allReady(count: number): Promise<ScaleFigure> {
  const start = performance.now()
  const cluster = await startCluster({ nodes: count })
  const client = cluster.client()
  await untilAll(client, '/api/v1/nodes', count, isReady, 50)
  const figure = {
    seconds: secondsSince(start),
    processor: processorSeconds(),
    memoryMiB: Math.round(process.memoryUsage().rss / 1048576),
  }
  if (count < steadyFrom) return figure
  const before = process.cpuUsage()
  const quiet = performance.now()
  await pause(steadyMs)
  return { ...figure, cores: processorSeconds(before) / secondsSince(quiet) }
}

/** Milliseconds that the second cluster of a process takes to start, with one node. */
export async function secondCluster(): Promise<{ ms: number }> {
  await startCluster()
  const start = performance.now()
  await startCluster()
  return { ms: performance.now() - start }
}

/** So many pods on their way. */
export interface PodsFigure {
  /** Seconds from the first Deployment until all were Running. */
  seconds: number
  processor: number
  /** Milliseconds in which 99 of 100 GETs were answered meanwhile. */
  p99: number
}

const podsOfDeployment = 500
const nodesOfPods = 100

const deployment = (name: string): object => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name },
  spec: {
    replicas: podsOfDeployment,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: 'c', image: 'registry.k8s.io/pause:3.9' }] },
    },
  },
})

/** Deployments of so many pods together, on 100 nodes, until all pods are Running. @param count of pods */
export async function manyPods(count: number): Promise<PodsFigure> {
  const cluster = await startCluster({ nodes: nodesOfPods })
  const client = cluster.client()
  await untilAll(client, '/api/v1/nodes', nodesOfPods, isReady, 50)
  const start = performance.now()
  const before = process.cpuUsage()
  const path = '/apis/apps/v1/namespaces/default/deployments'
  for (let i = 0; i * podsOfDeployment < count; i++) await client.create(path, deployment(`d${i}`))
  const asked = askedUntilStopped(cluster.kubeconfig)
  // Pods that are ready run; a list of all of them would cost more than they do.
  const areReady = ({ status }: Listed['items'][number]): boolean =>
    status?.readyReplicas === podsOfDeployment
  await untilAll(client, path, count / podsOfDeployment, areReady, 100)
  const seconds = secondsSince(start)
  return { seconds, processor: processorSeconds(before), p99: ninetyNinth(await asked()) }
}

/** Asks for an object again and again, by connections as other programs do. @returns what ends it, with the milliseconds of each answer */
function askedUntilStopped(kubeconfig: string): () => Promise<number[]> {
  const client = new RestClient(parseKubeconfig(kubeconfig), 'bench')
  const took: number[] = []
  let stopped = false
  const work = async (): Promise<void> => {
    while (!stopped) {
      const start = performance.now()
      await client.get('/api/v1/nodes/node-1')
      took.push(performance.now() - start)
      await pause(10)
    }
  }
  const done = work()
  return async () => {
    stopped = true
    await done
    return took
  }
}

const ninetyNinth = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.99)]!

const endpointsOfService = 5
const nodesOfServices = 3

const addressOf = (service: number, endpoint: number): string => {
  const at = service * endpointsOfService + endpoint
  return `10.${64 + (at >> 16)}.${(at >> 8) & 255}.${at & 255}`
}

const service = (name: string): object => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name },
  spec: { ports: [{ port: 80, targetPort: 8080 }] },
})

const slice = (name: string, addresses: readonly string[]): object => ({
  apiVersion: 'discovery.k8s.io/v1',
  kind: 'EndpointSlice',
  metadata: { name, labels: { 'kubernetes.io/service-name': name } },
  addressType: 'IPv4',
  ports: [{ name: '', port: 8080, protocol: 'TCP' }],
  endpoints: addresses.map((address) => ({ addresses: [address], conditions: { ready: true } })),
})

/** Milliseconds until a changed endpoint stands in the rules of all three nodes. @param count of Services, of five endpoints each */
export async function manyServices(count: number): Promise<{ ms: number }> {
  const flags = ['--service-cluster-ip-range=10.0.0.0/16']
  const cluster = await startCluster({ nodes: nodesOfServices, apiserverFlags: flags })
  const client = cluster.client()
  const slices = '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices'
  const numbers = Array.from({ length: count }, (_, i) => i)
  await eachOf(numbers, 16, async (i) => {
    await client.create('/api/v1/namespaces/default/services', service(`s${i}`))
    const addresses = Array.from({ length: endpointsOfService }, (_, endpoint) => addressOf(i, endpoint))
    await client.create(slices, slice(`s${i}`, addresses))
  })
  const nodes = Array.from({ length: nodesOfServices }, (_, i) => `node-${i + 1}`)
  const show = (address: string): boolean =>
    nodes.every((node) => cluster.rules(node)?.iptablesSave.includes(address) === true)
  while (!show(addressOf(count - 1, 0))) await pause(100)
  // Every kube-proxy has had its pause between two syncs.
  await pause(2000)
  const changed = '10.200.0.1'
  const start = performance.now()
  await client.update(`${slices}/s${count - 1}`, slice(`s${count - 1}`, [changed]))
  while (!show(changed)) await pause(10)
  return { ms: performance.now() - start }
}
