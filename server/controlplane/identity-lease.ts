// Upstream: staging/src/k8s.io/component-helpers/apimachinery/lease/controller.go, pkg/controlplane/apiserver/server.go (labelAPIServerHeartbeatFunc)
import type { LeaseSpec } from '../../api/coordination-v1.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { type Clock, toMicroTime } from '../../component-base/clock.ts'
import { ignoringConflicts, type OwnObjects } from './own-objects.ts'
import { type Periodic, periodically } from './periodically.ts'

/** The namespace of identity leases. */
export const leaseNamespace = 'kube-system'

/** The name, holder, labels and times of a server's identity Lease. */
export interface IdentityLeaseOptions {
  readonly name: string
  readonly holder: string
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
  readonly durationSeconds: number
  readonly renewMs: number
  /** The Lease outlives the server; otherwise it is deleted with it, and one that was left behind is replaced. */
  readonly stays: boolean
}

/** Says by a Lease, again and again, that the server is there. */
export class IdentityLease {
  private readonly leases: OwnObjects
  private readonly clock: Clock
  private readonly options: IdentityLeaseOptions
  private readonly failed: (error: unknown) => void
  private rounds: Periodic | undefined

  /** @param failed told of each renewal that fails */
  constructor(
    leases: OwnObjects,
    clock: Clock,
    options: IdentityLeaseOptions,
    failed: (error: unknown) => void,
  ) {
    this.leases = leases
    this.clock = clock
    this.options = options
    this.failed = failed
  }

  /** Never rejects: what fails is tried again in the next round. */
  async start(): Promise<void> {
    if (!this.options.stays) await this.remove().catch(this.failed)
    this.rounds = periodically(this.clock, this.options.renewMs, () => this.renew(), this.failed)
    await this.rounds.first
  }

  async stop(): Promise<void> {
    await this.rounds?.stop()
    if (!this.options.stays) await this.remove()
  }

  private async renew(): Promise<void> {
    const { name } = this.options
    const current = await this.leases.get(leaseNamespace, name)
    await ignoringConflicts(
      current === undefined ? this.leases.create(this.lease()) : this.leases.update(this.renewed(current)),
    )
  }

  private lease(): KubeObject {
    const { name, holder } = this.options
    return this.renewed({
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { name, namespace: leaseNamespace },
      spec: { holderIdentity: holder },
    } as KubeObject)
  }

  private renewed(lease: KubeObject): KubeObject {
    const { labels, annotations, durationSeconds } = this.options
    const { metadata } = lease
    const spec: LeaseSpec = {
      ...(lease['spec'] as LeaseSpec),
      leaseDurationSeconds: durationSeconds,
      renewTime: toMicroTime(this.clock.now()),
    }
    return {
      ...lease,
      metadata: {
        ...metadata,
        labels: { ...metadata.labels, ...labels },
        annotations: { ...metadata.annotations, ...annotations },
      },
      spec,
    } as KubeObject
  }

  private async remove(): Promise<void> {
    const current = await this.leases.get(leaseNamespace, this.options.name)
    if (current !== undefined) await ignoringConflicts(this.leases.delete(current))
  }
}
