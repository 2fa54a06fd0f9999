// Who answers at an address and port that a packet was delivered to.
import { createServer, type RequestListener } from 'node:http'
import type { Duplex } from 'node:stream'
import type { PodSpec } from '../../api/core-v1.ts'
import { inProcessConnection } from '../../component-base/in-process-connection.ts'
import { isSimulated } from '../../containers/may-end.ts'
import { CannotRun, type NodeContainers, type PodSandbox } from '../../containers/node-containers.ts'
import type { Container } from '../../containers/pod.ts'
import { refused } from '../../containers/pod-network.ts'
import type { ServiceHealthAnswer } from '../../kube-proxy-sim/serve/service-health.ts'
import type { RunningKubelet, RunningProxy } from '../component-start.ts'
import type { Journey } from './journey.ts'
import type { NetworkPod, Topology } from './topology.ts'

/** The components of a node whose programs answer packets. */
export interface ProgramsOfNode {
  /** The kubelet; undefined while it is down. */
  readonly runningKubelet: Pick<RunningKubelet, 'containers' | 'podCIDR'> | undefined
  /** The kube-proxy; undefined while it is down. */
  readonly runningProxy: RunningProxy | undefined
  /** The kube-proxy whose rules the node has: the one that runs, or the last one that programmed some. */
  readonly ruler: RunningProxy | undefined
}

/** Somebody at an address and port. */
export interface Listener {
  /** `namespace/name`; undefined of what is no pod. */
  pod: string | undefined
  /** Undefined: that it answers is known, not what. @throws Error with code ECONNREFUSED where nobody listens */
  dial: (() => Promise<Duplex>) | undefined
  /** Answers a datagram; undefined: it takes none, or its answer is not known. @throws as `dial` */
  datagram: ((data: Uint8Array) => Promise<Uint8Array | undefined>) | undefined
}

/** The kubelet's own port, whose answers are not simulated here. */
const kubeletPort = 10250

/** Who answers a packet that was delivered; undefined: its sender is told that nobody does. */
export function listenerOf(
  { headers, node, pod }: Journey,
  topology: Topology,
  programs: ProgramsOfNode | undefined,
): Listener | undefined {
  const { destinationPort: port } = headers
  const from = { address: headers.source.text, port: headers.sourcePort }
  const kubelet = programs?.runningKubelet
  const containers = kubelet?.containers
  const ofPod = (one: NetworkPod, sandbox: PodSandbox | undefined): Listener => ({
    pod: one.name,
    dial: sandbox && (() => sandbox.dial(port, from)),
    datagram: sandbox && ((data) => sandbox.datagram(port, data, from)),
  })
  if (pod !== undefined) return ofPod(pod, sandboxOf(containers, pod))
  const traffic = programs?.runningProxy?.traffic
  const health = traffic?.serviceHealth(port)
  const served = health === undefined ? traffic?.healthAt(port) : always(health)
  if (served !== undefined)
    return { pod: undefined, dial: async () => answering(served), datagram: undefined }
  if (port === kubeletPort && kubelet !== undefined)
    return { pod: undefined, dial: undefined, datagram: undefined }
  const own = topology.pods.filter((one) => one.hostNetwork && one.node === node)
  const found = own.find(({ ports }) => ports.includes(port)) ?? (own.length === 1 ? own[0] : undefined)
  if (found !== undefined) return ofPod(found, sandboxOf(containers, found))
  // Who listens without having told a port is found by asking.
  const asked = own
    .filter((one) => hasPrograms(one) || !isComponent(one))
    .map((one) => ofPod(one, sandboxOf(containers, one)))
  return asked.length === 0 ? undefined : firstOf(asked, headers.destination.text, port)
}

const containersOf = ({ object }: NetworkPod): readonly Container[] =>
  ((object['spec'] as PodSpec | undefined)?.containers as readonly Container[]) ?? []

const hasPrograms = (pod: NetworkPod): boolean => containersOf(pod).some(isSimulated)

/** The pods of a node's own programs: at which ports these listen is known without them. */
const isComponent = (pod: NetworkPod): boolean =>
  pod.name.startsWith('kube-system/') && containersOf(pod).every(({ image = '' }) => components.test(image))
const components = /(?:^|\/)(?:etcd|kindnetd|kube-(?:apiserver|controller-manager|proxy|scheduler))(?:[:@]|$)/

/** Whoever of several listens. @throws where nobody does: CannotRun of one of which that is not known, else ECONNREFUSED */
function firstOf(listeners: readonly Listener[], address: string, port: number): Listener {
  const first = async <T>(asking: readonly ((() => Promise<T>) | undefined)[]): Promise<T> => {
    let unknown: CannotRun | undefined
    for (const ask of asking)
      try {
        if (ask !== undefined) return await ask()
      } catch (error) {
        if (error instanceof CannotRun) unknown ??= error
        else if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') throw error
      }
    throw unknown ?? refused(address, port)
  }
  return {
    pod: listeners.length === 1 ? listeners[0]!.pod : undefined,
    dial: () => first(listeners.map(({ dial }) => dial)),
    datagram: (data) => first(listeners.map(({ datagram }) => datagram && (() => datagram(data)))),
  }
}

function sandboxOf(containers: NodeContainers | undefined, pod: NetworkPod): PodSandbox | undefined {
  const [namespace, name] = pod.name.split('/')
  return containers?.sandbox(namespace!, name!)
}

const always =
  ({ code, headers, body }: ServiceHealthAnswer): RequestListener =>
  (_request, response) =>
    response.writeHead(code, headers).end(body)

/** A connection at whose other end an HTTP server answers by the listener. */
function answering(listener: RequestListener): Duplex {
  const [client, server] = inProcessConnection()
  createServer(listener).emit('connection', server)
  return client
}
