// Upstream: pkg/kubelet/kubelet_node_status.go (syncNodeStatus, updateNodeStatus, tryUpdateNodeStatus)

import type { NodeStatus } from '../api/core-v1.ts'
import { semanticEqual } from '../apimachinery/json.ts'
import type { Informer } from '../client/informer.ts'
import { ApiError } from '../client/rest-client.ts'
import { kubeletDialect } from './dialect.ts'
import type { KubeletOptions } from './kubelet-options.ts'
import type { Node } from './node-status/node.ts'
import { patchNodeStatus } from './node-status/patch-node-status.ts'
import { type KubeletState, withStatus } from './node-status/setters.ts'

const retries = 5

/** Thrown where the kubelet's own watch does not have its Node. */
class MissingNodeError extends Error {}

/** Reports the node's status: at once when it changes, else periodically. */
export class StatusReporter {
  private readonly options: KubeletOptions
  private readonly state: () => KubeletState
  /** The kubelet's own watch of its Node, 1.31 and later; earlier ones ask each time. */
  private readonly informer: Informer | undefined
  private seen = false
  private lastReport = Number.NEGATIVE_INFINITY
  private reportDelay = 0
  /** The Node in the answer to the newest report. */
  private reported: Node | undefined
  /** The node and state of the newest round that had nothing to report. */
  private settled: { readonly node: Node; readonly state: KubeletState } | undefined
  private unschedulable = false
  private readonly tellStatus: (reason: string) => void

  /** @param tellStatus records an event of the node's status, by its reason */
  constructor(
    options: KubeletOptions,
    state: () => KubeletState,
    informer: Informer | undefined,
    tellStatus: (reason: string) => void,
  ) {
    this.options = options
    this.state = state
    this.informer = informer
    this.tellStatus = tellStatus
  }

  /** One round: up to five tries; says in the log when none succeeds. */
  async sync(): Promise<boolean> {
    const { logger } = this.options
    for (let attempt = 0; attempt < retries; attempt++) {
      try {
        await this.tryUpdate(attempt)
        return true
      } catch (error) {
        logger.logS('E', 'Error updating node status, will retry', {
          err: describe(error, this.options.nodeName),
        })
      }
    }
    logger.logS('E', 'Unable to update node status', { err: 'update node status exceeds retry count' })
    return false
  }

  private async tryUpdate(attempt: number): Promise<void> {
    const original = await this.read(attempt)
    this.tellSchedulable(original)
    const { clock, settings } = this.options
    const state = this.state()
    const due = clock.now() - this.lastReport >= settings.nodeStatusReportFrequency + this.reportDelay
    if (!due && this.isSettled(original, state)) return
    const next = withStatus(repairLabels(original, this.options), this.options, state)
    const changed =
      statusChanged(original.status, next.status) || next.metadata.labels !== original.metadata.labels
    // Images that come are put into the list that is there.
    this.settled = changed ? undefined : { node: original, state: { ...state, images: [...state.images] } }
    if (!changed && !due) return
    this.reported = await patchNodeStatus(this.options, original, next)
    this.lastReport = clock.now()
    this.reportDelay = changed ? this.spread() : 0
  }

  /**
   * Whether nothing was to be reported of this very object in this state: but for heartbeats a status is made of nothing else, and to
   * make one every ten seconds costs thousands of nodes a tenth of a processor.
   */
  private isSettled(node: Node, { csiNodeReady, images }: KubeletState): boolean {
    const { settled } = this
    return (
      settled?.node === node &&
      settled.state.csiNodeReady === csiNodeReady &&
      settled.state.images.length === images.length &&
      settled.state.images.every((image, i) => image === images[i])
    )
  }

  /** Upstream: recordNodeSchedulableEvent, with each round; a kubelet that starts takes its node for schedulable. */
  private tellSchedulable({ spec }: Node): void {
    const unschedulable = spec?.unschedulable === true
    if (unschedulable === this.unschedulable) return
    this.unschedulable = unschedulable
    this.tellStatus(unschedulable ? 'NodeNotSchedulable' : 'NodeSchedulable')
  }

  /** Nodes may spread their periodic reports: once after each change, by up to half the frequency either way. */
  private spread(): number {
    if (!kubeletDialect(this.options.release.minor).spreadsReports) return 0
    return this.options.settings.nodeStatusReportFrequency * (this.options.random.int(1000) / 1000 - 0.5)
  }

  /** The watch may be behind the answer to the report before: a change undone in between must not look like none. */
  private newer(watched: Node): Node {
    const { reported } = this
    const revision = (node: Node): number => Number(node.metadata.resourceVersion)
    const same = reported !== undefined && reported.metadata.uid === watched.metadata.uid
    if (same && revision(reported) > revision(watched)) return reported
    this.reported = undefined
    return watched
  }

  private async read(attempt: number): Promise<Node> {
    const { client, nodeName, release } = this.options
    if (attempt === 0 && this.informer !== undefined) {
      const known = this.informer.items.get(nodeName)
      this.seen ||= known !== undefined
      if (known !== undefined) return this.newer(known as Node)
      // Right after the registration the watch may be behind, which is nothing to report.
      if (this.seen) throw new MissingNodeError(`node "${nodeName}" not found`)
    }
    const { readsNodeFromWatch } = kubeletDialect(release.minor)
    const query = attempt === 0 && !readsNodeFromWatch ? '?resourceVersion=0&timeout=10s' : '?timeout=10s'
    return client.get<Node>(`/api/v1/nodes/${nodeName}${query}`, undefined, { shared: true })
  }
}

/** A running kubelet brings only these two labels back when others change them. */
function repairLabels(node: Node, { machine }: KubeletOptions): Node {
  const wanted = { 'kubernetes.io/os': machine.operatingSystem, 'kubernetes.io/arch': machine.architecture }
  const labels = node.metadata.labels ?? {}
  if (Object.entries(wanted).every(([key, value]) => labels[key] === value)) return node
  return { ...node, metadata: { ...node.metadata, labels: { ...labels, ...wanted } } }
}

/** Heartbeats alone are no change. */
function statusChanged(before: NodeStatus, after: NodeStatus): boolean {
  const { conditions: oldConditions = [], ...oldRest } = before
  const { conditions: newConditions = [], ...newRest } = after
  const plain = (list: NodeStatus['conditions']): unknown[] =>
    (list ?? []).map(({ lastHeartbeatTime: _t, ...c }) => c)
  return !semanticEqual(oldRest, newRest) || !semanticEqual(plain(oldConditions), plain(newConditions))
}

function describe(error: unknown, nodeName: string): string {
  const text = (error as Error).message
  return error instanceof ApiError || error instanceof MissingNodeError
    ? `error getting node "${nodeName}": ${text}`
    : text
}
