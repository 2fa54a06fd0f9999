// The network of the machine's cluster, as programs on nodes and on the author's computer reach it.
import type { Duplex } from 'node:stream'
import { parseKubeconfig } from '../../client/kubeconfig.ts'
import { RestClient } from '../../client/rest-client.ts'
import type {
  RunningComponent,
  RunningKubelet,
  RunningProxy,
  RunningServer,
} from '../../cluster/component-start.ts'
import type { NetworkOfCluster } from '../../cluster/network/cluster-network.ts'
import type { ProgramsOfNode } from '../../cluster/network/listeners.ts'
import { networkOfContainers } from '../../cluster/network/network-of-containers.ts'
import type { Sender } from '../../cluster/network/sender.ts'
import { familyOf, type IPFamily } from '../../component-base/ip-family.ts'
import type { ContainerNetwork } from '../../containers/container-network.ts'
import { CannotRun } from '../../containers/node-containers.ts'
import { ownNode } from './component-ports.ts'
import type { Host } from './host.ts'
import type { Machine } from './machine.ts'

const networks = new WeakMap<Machine, { generation: number; network: NetworkOfCluster }>()

/** The network; undefined where no kube-apiserver runs. Nothing of it is made before it is asked for. */
export async function networkOf(machine: Machine): Promise<NetworkOfCluster | undefined> {
  const { cluster, options } = machine
  if (cluster.apiserver === undefined) return undefined
  const known = networks.get(machine)
  if (known?.generation === cluster.generation) return known.network
  known?.network.stop()
  const { NetworkOfCluster } = await import('../../cluster/network/cluster-network.ts')
  const { connected } = await import('../../cluster/network/connected.ts')
  const { packetWay } = await import('../../cluster/network/packet-way.ts')
  const network = new NetworkOfCluster({
    // A server that comes again may be elsewhere.
    get client() {
      return clientOf(machine)
    },
    ...(cluster.runtime.inTurn === true ? {} : { server: () => cluster.apiserver }),
    clock: options.clock,
    random: options.random,
    node: (name) => programsOf(machine, name),
    sent: (...told) => machine.packets.note(() => packetWay(...told)),
    dialServer: async () => connected(new URL(cluster.apiserver!.url)),
  })
  networks.set(machine, { generation: cluster.generation, network })
  return network
}

/** The network of the machine's cluster, as containers in it reach it. */
export const machineNetwork = (machine: Machine): ContainerNetwork =>
  networkOfContainers(() => networkOf(machine))

/** One for each server: its connections end with it. */
const clients = new WeakMap<RunningServer, RestClient>()

function clientOf({ cluster }: Machine): RestClient {
  const server = cluster.apiserver!
  const client =
    clients.get(server) ??
    new RestClient(parseKubeconfig(server.kubeconfig('admin')), 'kepsim', undefined, cluster.runtime.connect)
  clients.set(server, client)
  return client
}

function programsOf(machine: Machine, node: string): ProgramsOfNode {
  const { running, ended } = machine.cluster
  const kubelet = running.get(`kubelet/${node}`)
  const proxy = running.get(`kube-proxy/${node}`)
  return {
    runningKubelet: kubelet !== undefined && isKubelet(kubelet) ? kubelet : undefined,
    runningProxy: proxy !== undefined && isProxy(proxy) ? proxy : undefined,
    ruler: [proxy, ended.get(`kube-proxy/${node}`)]
      .filter((one) => one !== undefined)
      .find((one): one is RunningProxy => isProxy(one) && one.traffic?.programmed() !== undefined),
  }
}

const isKubelet = (one: RunningComponent): one is RunningKubelet => 'podCIDR' in one
const isProxy = (one: RunningComponent): one is RunningProxy => 'traffic' in one

/** The author's computer in the network of kind's nodes. */
const outside = { IPv4: '172.18.0.1', IPv6: 'fc00:f853:ccd:e793::1' } as const

/** Who sends what a computer sends to an address of a family. */
function senderOn(machine: Machine, host: Host, family: IPFamily): Sender {
  const node = ownNode(machine, host)
  return node === undefined ? { address: outside[family] } : { node }
}

/** How a connection ended that was not made. */
export type NotConnected =
  | { failed: 'refused' | 'timeout' | 'unknown host' }
  /** Whoever is there has no program on this machine; `says` why. */
  | { failed: 'no program'; says: string }
  /** Nobody of the cluster is there. */
  | { failed: 'elsewhere' }

/** A connection from a computer into the cluster. @param name or address */
export async function connectFrom(
  machine: Machine,
  host: Host,
  name: string,
  port: number,
): Promise<{ connection: Duplex } | NotConnected> {
  const network = await networkOf(machine)
  if (network === undefined) return { failed: 'elsewhere' }
  try {
    const [address] = await network.resolve(name, senderOn(machine, host, 'IPv4'))
    if (address === undefined) return { failed: 'unknown host' }
    const from = senderOn(machine, host, familyOf(address))
    return { connection: await network.connect(from, address, port) }
  } catch (error) {
    return reasonOf(error)
  }
}

function reasonOf(error: unknown): NotConnected {
  if (error instanceof CannotRun) return { failed: 'no program', says: error.message }
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ECONNREFUSED') return { failed: 'refused' }
  return { failed: code === 'ETIMEDOUT' ? 'timeout' : 'elsewhere' }
}
