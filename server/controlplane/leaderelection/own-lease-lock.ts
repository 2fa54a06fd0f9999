// Upstream: pkg/controlplane/controller/leaderelection/run_with_leaderelection.go (the lock of its elector)
import type { KubeObject } from '../../../apimachinery/json.ts'
import { StatusError } from '../../../apimachinery/status-error.ts'
import {
  type LeaderElectionRecord,
  recordOf,
  specOf,
} from '../../../component-base/leaderelection/election-record.ts'
import type { ResourceLock } from '../../../component-base/leaderelection/leader-elector.ts'
import type { OwnObjects } from '../own-objects.ts'

const namespace = 'kube-system'
const missing = new StatusError(404, 'NotFound', 'the lease is not there')

/** A Lease of kube-system that servers of one store hold one after the other. */
export class OwnLeaseLock implements ResourceLock {
  readonly identity: string
  readonly description: string
  private readonly leases: OwnObjects
  private readonly name: string
  private lease: KubeObject | undefined

  constructor(leases: OwnObjects, name: string, identity: string) {
    this.leases = leases
    this.name = name
    this.identity = identity
    this.description = `${namespace}/${name}`
  }

  async get(): Promise<LeaderElectionRecord> {
    const lease = await this.leases.get(namespace, this.name)
    if (lease === undefined) throw missing
    this.lease = lease
    return recordOf(lease['spec'] ?? {}, true)
  }

  async create(record: LeaderElectionRecord): Promise<void> {
    this.lease = await this.leases.create({
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { name: this.name, namespace },
      spec: specOf(record),
    } as KubeObject)
  }

  async update(record: LeaderElectionRecord): Promise<void> {
    if (this.lease === undefined) throw missing
    this.lease = await this.leases.update({ ...this.lease, spec: specOf(record) } as KubeObject)
  }

  isNotFound(error: unknown): boolean {
    return error instanceof StatusError && error.reason === 'NotFound'
  }

  /** Servers tell of their elections in no event. */
  recordEvent(): void {}
}
