// Upstream: staging/src/k8s.io/component-helpers/apimachinery/lease/controller.go

import type { KubeObject } from '../apimachinery/json.ts'
import { isConflict, isNotFound } from '../client/rest-client.ts'
import { toMicroTime } from '../component-base/clock.ts'
import type { KubeletOptions } from './kubelet-options.ts'
import type { Node } from './node-status/node.ts'
import type { Pause } from './pause.ts'

const collection = '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases'
const maxUpdateRetries = 5
const maxBackoff = 7000

/** Keeps the node's Lease: created with the Node as owner, renewed four times in its duration. */
export class LeaseController {
  private readonly options: KubeletOptions
  private readonly pause: Pause
  private latest: KubeObject | undefined
  private markTried: () => void = () => {}
  /** Resolves when the server has answered about the lease for the first time, or has failed to. */
  readonly firstTry: Promise<void>

  constructor(options: KubeletOptions, pause: Pause) {
    this.options = options
    this.pause = pause
    this.firstTry = new Promise((resolve) => {
      this.markTried = resolve
    })
  }

  async run(): Promise<void> {
    const interval = this.options.settings.nodeLeaseDurationSeconds * 250
    while (!this.pause.stopped) {
      await this.sync()
      await this.pause.about(interval * (1 + (0.04 * this.options.random.int(1000)) / 1000))
    }
  }

  private async sync(): Promise<void> {
    if (this.latest !== undefined) {
      const error = await this.retryUpdate(this.latest)
      if (error === undefined || this.pause.stopped) return
      this.options.logger.logS('I', 'failed to update lease using latest lease, fallback to ensure lease', {
        err: error.message,
      })
    }
    const { lease, created } = await this.ensureWithBackoff()
    this.latest = lease
    if (lease !== undefined && !created) await this.retryUpdate(lease)
  }

  private async retryUpdate(base: KubeObject): Promise<Error | undefined> {
    let lease = base
    for (let i = 0; i < maxUpdateRetries && !this.pause.stopped; i++) {
      try {
        this.latest = await this.options.client.json({
          method: 'PUT',
          path: `${collection}/${this.options.nodeName}?timeout=10s`,
          body: this.renewed(lease),
          shared: true,
        })
        return undefined
      } catch (error) {
        if (this.pause.stopped) return error as Error
        this.options.logger.logS('E', 'Failed to update lease', { err: (error as Error).message })
        if (!isConflict(error)) continue
        const ensured = await this.ensureWithBackoff()
        if (ensured.lease === undefined) {
          this.latest = ensured.lease
          return undefined
        }
        lease = ensured.lease
      }
    }
    return new Error(`failed ${maxUpdateRetries} attempts to update lease`)
  }

  private async ensureWithBackoff(): Promise<{ lease: KubeObject | undefined; created: boolean }> {
    for (let ms = 200; ; ms = Math.min(2 * ms, maxBackoff)) {
      try {
        return await this.ensure().finally(this.markTried)
      } catch (error) {
        if (this.pause.stopped) return { lease: undefined, created: false }
        this.options.logger.logS('E', 'Failed to ensure lease exists, will retry', {
          err: (error as Error).message,
          interval: ms < 1000 ? `${ms}ms` : `${ms / 1000}s`,
        })
        await this.pause.for(ms)
      }
    }
  }

  private async ensure(): Promise<{ lease: KubeObject | undefined; created: boolean }> {
    const { client, nodeName } = this.options
    try {
      const path = `${collection}/${nodeName}?timeout=10s`
      return { lease: await client.get(path, undefined, { shared: true }), created: false }
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
    const lease = await this.newLease()
    // Without its Node there is no owner yet: the next interval tries again.
    if (lease === undefined) return { lease: undefined, created: false }
    const path = `${collection}?timeout=10s`
    return { lease: await client.json({ method: 'POST', path, body: lease, shared: true }), created: true }
  }

  private async newLease(): Promise<KubeObject | undefined> {
    const { client, nodeName } = this.options
    try {
      const node = await client.get<Node>(`/api/v1/nodes/${nodeName}?timeout=10s`, undefined, {
        shared: true,
      })
      const owner = { apiVersion: 'v1', kind: 'Node', name: nodeName, uid: node.metadata.uid! }
      return this.renewed({
        apiVersion: 'coordination.k8s.io/v1',
        kind: 'Lease',
        metadata: { name: nodeName, namespace: 'kube-node-lease', ownerReferences: [owner] },
        spec: {
          holderIdentity: nodeName,
          leaseDurationSeconds: this.options.settings.nodeLeaseDurationSeconds,
        },
      })
    } catch (error) {
      if (isNotFound(error)) return undefined
      throw error
    }
  }

  private renewed(lease: KubeObject): KubeObject {
    return {
      ...lease,
      spec: { ...(lease['spec'] as object), renewTime: toMicroTime(this.options.clock.now()) },
    }
  }
}
