// Upstream: pkg/proxy/node.go: what changes of its own Node mean to a kube-proxy that runs

import { isDeepStrictEqual } from 'node:util'
import type { KubeObject } from '../apimachinery/json.ts'
import type { Logger } from '../component-base/klog.ts'
import { proxyDialect } from './dialect.ts'
import type { ProxyNode } from './rules/model/objects.ts'
import { nodeHostIPs } from './startup/node-ips.ts'
import { KubeProxyExit } from './startup/run-error.ts'
import { type FoundNode, podCIDRsOf } from './startup/wait-for-node.ts'

/** The Node that a kube-proxy runs on, and the end of the process when its addresses change. */
export interface NodeManagerOptions {
  minor: number
  nodeName: string
  /** detectLocalMode NodeCIDR: rules depend on the pod CIDRs. */
  watchPodCIDRs: boolean
  logger: Logger
  exit: (error: KubeProxyExit) => void
}

/** Follows the Node of a kube-proxy: ends the process where the pod CIDRs of its rules change, and logs other addresses. */
export class NodeManager {
  private readonly options: NodeManagerOptions
  private last: KubeObject | undefined
  private started: FoundNode | undefined

  constructor(options: NodeManagerOptions) {
    this.options = options
  }

  /** The last one seen: a node that was deleted counts as it was. */
  get node(): ProxyNode | undefined {
    return this.last as ProxyNode | undefined
  }

  /** Rules are made for these addresses and CIDRs. */
  begin(found: FoundNode): void {
    this.started = found
  }

  changed(node: KubeObject): void {
    this.last = node
    if (this.started === undefined) return
    if (this.options.watchPodCIDRs) this.checkPodCIDRs(podCIDRsOf(node), this.started)
    if (proxyDialect(this.options.minor).nodeManager) this.checkNodeIPs(nodeHostIPs(node), this.started)
  }

  deleted(): void {
    const { minor, nodeName: node, watchPodCIDRs, logger } = this.options
    if (this.started === undefined) return
    if (proxyDialect(minor).nodeManager) logger.logS('I', 'Node is being deleted', { node })
    else if (watchPodCIDRs) logger.logS('E', 'Current Node is being deleted', { node })
  }

  private checkPodCIDRs(now: readonly string[], { podCIDRs: before }: FoundNode): void {
    if (isDeepStrictEqual(now, before)) return
    const { minor, nodeName: node, logger, exit } = this.options
    if (proxyDialect(minor).nodeManager)
      logger.logS('I', 'PodCIDRs changed for the node', { node, newPodCIDRs: now, oldPodCIDRs: before })
    else
      logger.logS(
        'E',
        'Using NodeCIDR LocalDetector mode, current PodCIDRs are different than previous PodCIDRs, restarting',
        { node, newPodCIDRs: now, oldPODCIDRs: before },
      )
    exit(new KubeProxyExit('PodCIDRs changed for the node'))
  }

  /** @note It goes on with the addresses that it started with. */
  private checkNodeIPs(now: readonly string[], { nodeIPs: before }: FoundNode): void {
    if (isDeepStrictEqual(now, before)) return
    const { nodeName: node, logger } = this.options
    logger.logS('I', 'NodeIPs changed for the node', { node, newNodeIPs: now, oldNodeIPs: before })
  }
}
