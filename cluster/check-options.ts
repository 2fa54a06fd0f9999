import { isDNS1123Subdomain } from '../apimachinery/validation/names.ts'
import { didYouMean } from '../component-base/nearest.ts'
import { loadRelease } from '../component-base/release.ts'
import { ClusterUsageError } from './cluster-errors.ts'
import type {
  ClusterOptions,
  EtcdOptions,
  GatesTarget,
  NetworkingOptions,
  NodeOptions,
} from './cluster-options.ts'
import { wrongNetworks } from './network/kind-networks.ts'

const mostServers = 20

/** Every option by its name: the compiler holds that none is left out. */
type Names<T> = Readonly<Record<keyof T, true>>

const optionsOfClusters: Names<ClusterOptions> = {
  release: true,
  plan: true,
  featureGates: true,
  nodes: true,
  networking: true,
  data: true,
  apiservers: true,
  etcd: true,
  snapshot: true,
  port: true,
  http: true,
  clock: true,
  seed: true,
  webhooks: true,
  metrics: true,
  apiserverFlags: true,
  log: true,
  warn: true,
  signal: true,
}
const optionsOfNodes: Names<NodeOptions> = {
  name: true,
  kubeletRelease: true,
  kubeProxyRelease: true,
  featureGates: true,
  kubeProxyFeatureGates: true,
  kubeletFlags: true,
  kubeProxyFlags: true,
}
const optionsOfNetworking: Names<NetworkingOptions> = { ipFamily: true, podSubnet: true, serviceSubnet: true }
const optionsOfEtcd: Names<EtcdOptions> = {
  servers: true,
  prefix: true,
  caFile: true,
  certFile: true,
  keyFile: true,
}
const targetOfGates: Names<GatesTarget> = { component: true, node: true, server: true }

/**
 * Throws ClusterUsageError for an option that nothing would read: vitest checks no types, and plain JavaScript has none.
 * @param where the place of the options within those of the cluster, as `nodes[0].`; the text before an option's name
 */
export function checkNames<T extends object>(where: string, given: T, known: Names<T>): void {
  const names = Object.keys(known)
  const wrong = Object.keys(given).find((name) => !Object.hasOwn(known, name))
  if (wrong !== undefined)
    throw new ClusterUsageError(
      `${where}${wrong}: there is no such option${didYouMean(wrong, names) || `, but ${names.join(', ')}`}`,
    )
}

/** Throws ClusterUsageError for a target of gates with a name that nothing would read. */
export const checkTarget = (on: GatesTarget): void => checkNames('', on, targetOfGates)

/**
 * Checks the options of a cluster before anything starts. Throws ClusterUsageError with the option's name,
 * UnknownReleaseError.
 * @returns the nodes
 */
export function checkOptions(options: ClusterOptions): readonly NodeOptions[] {
  checkNames('', options, optionsOfClusters)
  const { plan, port, release, seed } = options
  if (release !== undefined) loadRelease(release, plan)
  if (seed !== undefined && !Number.isSafeInteger(seed))
    throw new ClusterUsageError(`seed: ${seed} is not a whole number`)
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65535))
    throw new ClusterUsageError(`port: ${port} is not a number between 0 and 65535`)
  checkServers(options)
  checkNetworking(options)
  const nodes = nodeList(options.nodes)
  for (const [i, node] of nodes.entries()) {
    const others = nodes.slice(0, i).map(({ name }) => name)
    checkNode(node, `nodes[${i}]`, others, plan)
  }
  return nodes
}

/** Throws ClusterUsageError, UnknownReleaseError. @param others names of the nodes that are there */
export function checkNode(
  node: NodeOptions,
  where: string,
  others: readonly string[],
  plan: ClusterOptions['plan'],
): void {
  // Callers without types may give anything.
  if (typeof node?.name !== 'string') throw new ClusterUsageError(`${where}.name: a node needs a name`)
  checkNames(`${where}.`, node, optionsOfNodes)
  const [problem] = isDNS1123Subdomain(node.name)
  if (problem !== undefined) throw new ClusterUsageError(`${where}.name: "${node.name}": ${problem}`)
  if (others.includes(node.name))
    throw new ClusterUsageError(`${where}.name: "${node.name}" is there already`)
  for (const text of [node.kubeletRelease, node.kubeProxyRelease])
    if (text !== undefined) loadRelease(text, plan)
}

/** Servers that say that they are at one address would take each other's place. */
const addressFlags = ['--advertise-address', '--bind-address']

function checkServers({ apiservers, apiserverFlags = [], data, etcd, plan, snapshot }: ClusterOptions): void {
  if (etcd !== undefined) checkNames('etcd.', etcd, optionsOfEtcd)
  if (etcd?.servers.length === 0) throw new ClusterUsageError('etcd.servers: there is none')
  if (etcd !== undefined && data !== undefined)
    throw new ClusterUsageError('data and etcd both say where the objects are: leave one out')
  if (etcd !== undefined && snapshot !== undefined)
    throw new ClusterUsageError('snapshot: what the etcd holds is not replaced')
  if (apiservers === undefined) return
  if (data !== undefined)
    throw new ClusterUsageError(
      'data: it keeps the store of one server; several share an etcd, which `etcd` may name',
    )
  checkNumber(apiservers, plan)
  const flag = apiserverFlags.find((given) => addressFlags.includes(given.split('=')[0]!))
  if (flag !== undefined)
    throw new ClusterUsageError(`apiserverFlags: ${flag}: each of several servers has an address of its own`)
}

function checkNetworking({ networking, apiserverFlags = [] }: ClusterOptions): void {
  if (networking === undefined) return
  checkNames('networking.', networking, optionsOfNetworking)
  const [wrong] = wrongNetworks(networking)
  if (wrong !== undefined) throw new ClusterUsageError(`networking: ${wrong}`)
  if (apiserverFlags.some((flag) => flag.startsWith('--service-cluster-ip-range=')))
    throw new ClusterUsageError(
      'networking and --service-cluster-ip-range both say where Services are: leave one out',
    )
}

function checkNumber(apiservers: number | readonly string[], plan: ClusterOptions['plan']): void {
  const count = typeof apiservers === 'number' ? apiservers : apiservers.length
  if (!(Number.isInteger(count) && count >= 1 && count <= mostServers))
    throw new ClusterUsageError(`apiservers: ${count} is not a number of servers from 1 to ${mostServers}`)
  if (typeof apiservers === 'object') for (const release of apiservers) loadRelease(release, plan)
}

function nodeList(nodes: ClusterOptions['nodes'] = 1): readonly NodeOptions[] {
  if (typeof nodes === 'object') return nodes
  if (!Number.isInteger(nodes) || nodes < 0)
    throw new ClusterUsageError(`nodes: ${nodes} is not a number of nodes`)
  return Array.from({ length: nodes }, (_, i) => ({ name: `node-${i + 1}` }))
}
