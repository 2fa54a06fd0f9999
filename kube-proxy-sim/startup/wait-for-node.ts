// Upstream: pkg/proxy/node.go (newNodeManager, 1.34 on); before: cmd/kube-proxy/app/server.go (getNodeIPs), server_linux.go (waitForPodCIDR)

import type { Node } from '../../api/core-v1.ts'
import { goType } from '../../apimachinery/go-print/go-type.ts'
import { goPlain } from '../../apimachinery/go-print/plain.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import type { Informer } from '../../client/informer.ts'
import { ApiError, type RestClient } from '../../client/rest-client.ts'
import type { Clock } from '../../component-base/clock.ts'
import { formatStructured, type Logger } from '../../component-base/klog.ts'
import { proxyDialect } from '../dialect.ts'
import { startupDialect } from './dialect.ts'
import { addressesOf, nodeHostIPs } from './node-ips.ts'
import { KubeProxyRunError } from './run-error.ts'

/** The Node that a kube-proxy waits for, and the client and informer that it is read with. */
export interface WaitForNode {
  minor: number
  nodeName: string
  needsPodCIDRs: boolean
  /** False where the configuration says the address: releases that take one address do not ask then. */
  needsNodeIP: boolean
  /** Called when the addresses are known, or are known to be missing, before pod CIDRs are waited for. */
  located: (nodeIPs: readonly string[]) => void
  client: RestClient
  /** The informer of the one Node. */
  nodes: Informer
  clock: Clock
  logger: Logger
  signal: AbortSignal
}

/** The addresses of a Node, and its pod CIDRs where they were waited for. */
export interface FoundNode {
  nodeIPs: string[]
  podCIDRs: string[]
}

const [addressesMs, podCIDRsMs] = [30_000, 300_000]

/**
 * Waits for the Node's addresses, then for pod CIDRs where these are needed. Without addresses it goes on when time is up;
 * without pod CIDRs it rejects with a KubeProxyRunError.
 */
export function waitForNode(wait: WaitForNode): Promise<FoundNode> {
  return proxyDialect(wait.minor).nodeManager ? waitByInformer(wait) : waitByGet(wait)
}

/** The pod CIDRs of a Node; empty until they are allocated. */
export const podCIDRsOf = (node: KubeObject | undefined): string[] =>
  (node as Node | undefined)?.spec?.podCIDRs ?? []

async function waitByInformer(wait: WaitForNode): Promise<FoundNode> {
  const { nodes, nodeName, logger, minor, clock, signal } = wait
  await nodes.hasSynced()
  const node = (): KubeObject | undefined => nodes.items.get(nodeName)
  const addresses = (): string[] => (node() === undefined ? [] : nodeHostIPs(node()!))
  await poll(() => addresses().length > 0, addressesMs, clock, signal)
  if (wait.needsPodCIDRs && !(await poll(() => podCIDRsOf(node()).length > 0, podCIDRsMs, clock, signal)))
    throw new KubeProxyRunError(
      node() === undefined
        ? `timeout waiting for node "${nodeName}" to exist`
        : `timeout waiting for PodCIDR allocation on node "${nodeName}"`,
    )
  // @note upstream once logged a format where a message is meant.
  const timedOut = (what: string): void =>
    startupDialect(minor).timeoutNamesNode
      ? logger.logS('E', `Timed out waiting for node ${what}`, { node: nodeName })
      : logger.logS('E', `Timed out waiting for node %q ${what}`, { [nodeName]: '(MISSING)' })
  if (node() === undefined) timedOut('to exist')
  else if (addresses().length === 0) timedOut('to be assigned IPs')
  const nodeIPs = addresses()
  if (nodeIPs.length > 0) logger.logS('I', 'Successfully retrieved NodeIPs', { NodeIPs: nodeIPs })
  return { nodeIPs, podCIDRs: podCIDRsOf(node()) }
}

/** The node's addresses, in up to six attempts; the wait between them begins at a second and doubles. */
async function nodeIPsByGet({
  client,
  clock,
  logger,
  nodeName,
  signal,
}: Pick<WaitForNode, 'client' | 'clock' | 'logger' | 'nodeName' | 'signal'>): Promise<string[]> {
  let nodeIPs: string[] = []
  for (let step = 0; step < 6 && nodeIPs.length === 0 && !signal.aborted; step++) {
    if (step > 0) await pause(1000 * 2 ** (step - 1), clock, signal)
    try {
      const node = await client.get(`/api/v1/nodes/${nodeName}`, signal)
      nodeIPs = nodeHostIPs(node)
      if (nodeIPs.length === 0) logger.logS('E', 'Failed to retrieve node IPs', { err: unknownIP(node) })
    } catch (error) {
      if (!signal.aborted) logger.logS('E', 'Failed to retrieve node info', { err: messageOf(error) })
    }
  }
  if (nodeIPs.length > 0) logger.logS('I', 'Successfully retrieved node IP(s)', { IPs: nodeIPs })
  return nodeIPs
}

/** The first address only, which is not asked for again where the Node has none. */
async function nodeIPByGet(wait: WaitForNode): Promise<string[]> {
  const { client, clock, logger, nodeName, needsNodeIP, signal } = wait
  for (let step = 0; needsNodeIP && step < 6 && !signal.aborted; step++) {
    if (step > 0) await pause(1000 * 2 ** (step - 1), clock, signal)
    try {
      const node = await client.get(`/api/v1/nodes/${nodeName}`, signal)
      const [first] = nodeHostIPs(node)
      if (first === undefined) logger.log('E', `Failed to retrieve node IP: ${unknownIP(node)}`)
      else logger.log('I', `Successfully retrieved node IP: ${first}`)
      return first === undefined ? [] : [first]
    } catch (error) {
      if (!signal.aborted) logger.log('E', `Failed to retrieve node info: ${messageOf(error)}`)
    }
  }
  return []
}

async function waitByGet(wait: WaitForNode): Promise<FoundNode> {
  const { minor, clock, logger, nodeName, needsPodCIDRs, nodes, signal } = wait
  const nodeIPs = await (startupDialect(minor).plainNodeIP ? nodeIPByGet(wait) : nodeIPsByGet(wait))
  if (!signal.aborted) wait.located(nodeIPs)
  if (!needsPodCIDRs) return { nodeIPs, podCIDRs: [] }
  const name = startupDialect(minor).awaitNamesNode ? { node: nodeName } : { hostname: nodeName }
  logger.logS('I', 'Watching for node, awaiting podCIDR allocation', name)
  const podCIDRs = (): string[] => podCIDRsOf(nodes.items.get(nodeName))
  if (!(await poll(() => podCIDRs().length > 0, podCIDRsMs, clock, signal)))
    throw new KubeProxyRunError(
      'timeout waiting for PodCIDR allocation to configure detect-local-mode NodeCIDR: timed out waiting for the condition',
    )
  logNodeInfo(wait, podCIDRs())
  return { nodeIPs, podCIDRs: podCIDRs() }
}

function logNodeInfo({ minor, logger }: WaitForNode, podCIDRs: readonly string[]): void {
  const { earlyStart, lowerCaseKeys } = startupDialect(minor)
  if (!earlyStart) {
    logger.logS('I', 'NodeInfo', { podCIDRs })
    return
  }
  const name = lowerCaseKeys ? 'podCIDR' : 'PodCIDR'
  const all = ` ${name}s=[${podCIDRs.join(' ')}]`
  logger.log('I', `${formatStructured('NodeInfo', { [name]: podCIDRs[0] })}${all}`)
}

const unknownIP = (node: object): string => `host IP unknown; known addresses: ${known(node)}`

/** The addresses of a Node in Go's form of a list of structs: `[{Hostname n1}]`. */
const known = (node: object): string => goPlain(addressesOf(node), goType('[]core/v1.NodeAddress'))

const messageOf = (error: unknown): string =>
  error instanceof ApiError ? (error.status.message ?? error.message) : (error as Error).message

function pause(ms: number, clock: Clock, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const end = (): void => {
      cancel()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const cancel = clock.setTimeout(end, ms)
    signal.addEventListener('abort', end, { once: true })
  })
}

/** Asks every second. */
async function poll(done: () => boolean, ms: number, clock: Clock, signal: AbortSignal): Promise<boolean> {
  const until = clock.now() + ms
  while (!done() && clock.now() < until && !signal.aborted) await pause(1000, clock, signal)
  return done()
}
