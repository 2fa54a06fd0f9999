// Upstream: staging/src/k8s.io/apiserver/pkg/storageversion/{manager,updater}.go, endpoints/filters/storageversion.go

import type { StorageVersionStatus } from '../../api/apiserverinternal-v1alpha1.ts'
import { type KubeObject, semanticEqual } from '../../apimachinery/json.ts'
import { StatusError } from '../../apimachinery/status-error.ts'
import { storageVersionName, withServer } from '../../apimachinery/storage-version-status.ts'
import { toTime } from '../../component-base/clock.ts'
import type { AppExtension } from '../endpoints/app.ts'
import type { GenericAPIServer } from '../endpoints/generic-apiserver.ts'
import type { RequestInfo } from '../endpoints/request-info.ts'
import { isRace, OwnObjects } from './own-objects.ts'
import { type Periodic, periodically } from './periodically.ts'
import { type ResourceEncoding, resourceEncodings } from './resource-encoding.ts'

const group = 'internal.apiserver.k8s.io'
const apiVersion = `${group}/v1alpha1`
/** Milliseconds between two times that all is told anew; others may have changed it. */
const every = 600_000
/** The number of attempts to write a StorageVersion that other servers write at the same time. */
const attempts = 5

/** Tells in StorageVersion objects how this server stores each resource; until it has, what is stored is not written. */
export class StorageVersions {
  private readonly apiserver: GenericAPIServer
  private readonly objects: OwnObjects | undefined
  private readonly id: string
  /** `group/resource` → the last error, of those that are not told yet. */
  private readonly pending = new Map<string, string>()
  private readonly failed: (error: unknown) => void
  private rounds: Periodic | undefined

  /** @param failed told of each version that cannot be told any more */
  constructor(apiserver: GenericAPIServer, id: string, failed: (error: unknown) => void) {
    this.apiserver = apiserver
    this.id = id
    this.failed = failed
    this.objects = OwnObjects.of(apiserver, apiVersion, 'storageversions')
    for (const one of this.encodings()) this.pending.set(keyOf(one), '<nil>')
  }

  async start(): Promise<void> {
    this.rounds = periodically(this.apiserver.context.clock, every, () => this.updateAll(), this.failed)
    await this.rounds.first
  }

  async stop(): Promise<void> {
    await this.rounds?.stop()
  }

  /** Everything has been told once. */
  isComplete(): boolean {
    return this.pending.size === 0
  }

  /** Throws 503 for writes of what has not been told. */
  readonly precondition: AppExtension = ({ info }) => {
    if (this.isComplete() || !info.isResourceRequest || isAllowed(info)) return false
    const error = this.pending.get(`${info.apiGroup}/${info.resource}`)
    if (error === undefined) return false
    const resource = info.apiGroup === '' ? info.resource : `${info.resource}.${info.apiGroup}`
    throw new StatusError(
      503,
      'ServiceUnavailable',
      `wait for storage version registration to complete for resource: ${resource}, last seen error: ${error}`,
    )
  }

  private encodings(): ResourceEncoding[] {
    return resourceEncodings(this.apiserver.registry, this.apiserver.context.release)
  }

  private async updateAll(): Promise<void> {
    for (const one of this.encodings())
      try {
        await this.update(one)
        this.pending.delete(keyOf(one))
      } catch (error) {
        // Writes of the resource are answered with the error until its version has been told.
        if (this.pending.has(keyOf(one))) this.pending.set(keyOf(one), (error as Error).message)
        else this.failed(error)
      }
  }

  private async update(encoding: ResourceEncoding): Promise<void> {
    // A server whose --runtime-config leaves the API out can tell nothing, as a real one.
    if (this.objects === undefined) throw new Error('the server could not find the requested resource')
    for (let left = attempts; ; left--)
      try {
        return await this.updateOnce(this.objects, encoding)
      } catch (error) {
        if (left === 0 || !isRace(error)) throw error
      }
  }

  private async updateOnce(objects: OwnObjects, { group, resource, ...server }: ResourceEncoding) {
    const name = storageVersionName(group, resource)
    const current = (await objects.get('', name)) ?? (await objects.create(empty(name)))
    const before = (current['status'] ?? {}) as StorageVersionStatus
    const now = toTime(this.apiserver.context.clock.now())
    const status = withServer(before, { apiServerID: this.id, ...server }, now)
    if (!semanticEqual(before, status)) await objects.updateStatus({ ...current, status } as KubeObject)
  }
}

const keyOf = ({ group, resource }: ResourceEncoding): string => `${group}/${resource}`

const empty = (name: string): KubeObject =>
  ({
    apiVersion,
    kind: 'StorageVersion',
    metadata: { name },
    spec: {},
    status: {},
  }) as KubeObject

/** Whether a request is allowed before the StorageVersions are written: reads, and the writes that servers need for them. */
function isAllowed({ verb, apiGroup, resource, namespace }: RequestInfo): boolean {
  if (['get', 'list', 'watch'].includes(verb)) return true
  if (apiGroup === group && resource === 'storageversions') return true
  return apiGroup === 'coordination.k8s.io' && resource === 'leases' && namespace === 'kube-system'
}
