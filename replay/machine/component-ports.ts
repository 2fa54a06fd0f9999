// The ports of the components of a computer, as curl reaches them. The server's own are not among them.
import type { NodeAnswer } from '../../server/endpoints/special/node-backend.ts'
import type { Dialled } from './forwards.ts'
import type { Host } from './host.ts'
import { addressesOfPlan } from './kubeadm-plan.ts'
import type { Machine } from './machine.ts'

interface Served {
  component: 'kubelet' | 'kube-proxy' | 'kube-controller-manager'
  scheme: 'http:' | 'https:'
  /** Nobody is answered without credentials, except of these paths. */
  open?: RegExp
}

const ports: Readonly<Record<string, Served>> = {
  10250: { component: 'kubelet', scheme: 'https:' },
  10248: { component: 'kubelet', scheme: 'http:' },
  10249: { component: 'kube-proxy', scheme: 'http:' },
  10257: { component: 'kube-controller-manager', scheme: 'https:', open: /^\/(?:healthz|livez|readyz)/ },
}

const kubeletPort = '10250'
/** Where a kubelet's configuration opens it. */
const readOnlyPort = '10255'
const apiserverPort = 6443

const unauthorized: NodeAnswer = {
  status: 401,
  contentType: 'text/plain; charset=utf-8',
  body: 'Unauthorized',
}
const loopback = /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])$/

/** The node that a computer is; undefined for one that is none. */
export function ownNode(machine: Machine, host: Host): string | undefined {
  if (machine.computers.nodes.has(host.name)) return host.name
  const kubelet = [...machine.cluster.records.keys()].find((name) => name.startsWith('kubelet/'))
  return machine.kubeadm?.plan.local === false ? undefined : kubelet?.slice('kubelet/'.length)
}

/** Whether a component that runs on a computer, or `kubectl proxy`, listens at a port there. */
export function isPortTaken(machine: Machine, host: Host, port: number): boolean {
  const { cluster, kubectl } = machine
  const isOwn = !machine.computers.nodes.has(host.name)
  if (isOwn && port === kubectl.proxyPort) return true
  const url = cluster.apiserver && new URL(cluster.apiserver.url)
  if (isOwn && url !== undefined && Number(url.port) === port) return true
  const node = ownNode(machine, host)
  if (node === undefined) return false
  const first = machine.kubeadm?.plan.nodes[0]?.name ?? node
  if (port === apiserverPort) return cluster.apiserver !== undefined && node === first
  const component = ports[port]?.component
  if (component === undefined) return false
  const ofNode = component === 'kubelet' || component === 'kube-proxy'
  return cluster.running.has(ofNode ? `${component}/${node}` : component) && (ofNode || node === first)
}

/** The node whose address it is; undefined for one of nobody's. */
function nodeAt(machine: Machine, host: Host, address: string): string | undefined {
  const nodes = machine.kubeadm?.plan.nodes ?? []
  if (loopback.test(address)) return ownNode(machine, host)
  return nodes.find((node) => node.name === address || addressesOfPlan(node).includes(address))?.name
}

/** What a client on a computer dials that is given a host of a URL and a port. A node's name is its address. */
export function dialledAt(machine: Machine, host: Host, hostname: string, port: number): Dialled {
  const address = hostname.replace(/^\[|\]$/g, '')
  const meant = { localhost: ['127.0.0.1', '::1'], '0.0.0.0': ['127.0.0.1'], '::': ['::1'] }[address]
  if (meant !== undefined || loopback.test(hostname))
    return { addresses: meant ?? [address], port, isOwn: true }
  const node = nodeAt(machine, host, address)
  const named = machine.kubeadm?.plan.nodes.find(({ name }) => name === address)
  const [ip] = named === undefined ? [] : addressesOfPlan(named)
  const isOwn = address === host.name || (node !== undefined && node === ownNode(machine, host))
  return { addresses: [ip ?? address], port, isOwn }
}

/** A request, and the certificate and key that its client shows. */
export interface AskedComponent {
  url: URL
  method: string
  authorization: string | undefined
  shown: () => Promise<{ cert?: string; key?: string }>
}

/** What a component answers. Undefined where the address is none of a component's, or it does not run. */
export async function componentAnswer(
  machine: Machine,
  host: Host,
  { url, method, authorization, shown }: AskedComponent,
): Promise<NodeAnswer | undefined> {
  if (url.port === readOnlyPort && url.protocol === 'http:') {
    const own = nodeAt(machine, host, url.hostname)
    if (own === undefined || !machine.cluster.running.has(`kubelet/${own}`)) return undefined
    const asked = { method, path: url.pathname, authorization, readOnlyPort: Number(readOnlyPort) }
    return machine.cluster.runtime.askKubelet?.(own, asked, {})
  }
  const served = ports[url.port]
  if (served === undefined || url.protocol !== served.scheme) return undefined
  const node = nodeAt(machine, host, url.hostname)
  if (node === undefined) return undefined
  const { component, open } = served
  const ofNode = component === 'kubelet' || component === 'kube-proxy'
  const first = machine.kubeadm?.plan.nodes[0]?.name
  if (!ofNode && first !== undefined && first !== node) return undefined
  if (!machine.cluster.running.has(ofNode ? `${component}/${node}` : component)) return undefined
  if (url.port === kubeletPort)
    return machine.cluster.runtime.askKubelet?.(
      node,
      { method, path: url.pathname, authorization },
      await shown(),
    )
  if (open !== undefined && !open.test(url.pathname)) {
    const { cert } = await shown()
    if (cert === undefined && (authorization ?? '').length <= 'Bearer '.length) return unauthorized
  }
  return machine.cluster.runtime.answer?.(component, ofNode ? node : '', url.pathname)
}
