// Upstream: pkg/controlplane/reconcilers/lease.go, pkg/controlplane/controller/kubernetesservice
import type { KubeObject } from '../apimachinery/json.ts'
import type { GenericAPIServer } from './endpoints/generic-apiserver.ts'
import { type Advertised, moveEndpoints } from './registry/advertised-endpoints.ts'
import type { Registry } from './registry/generic/registry.ts'
import type { ServerContext } from './registry/generic/strategy.ts'
import { StorageError } from './storage/interface.ts'

const prefix = '/registry/masterleases/'
/** Seconds that a server is there without saying so, and milliseconds between two times that it says so. */
const [ttl, every] = [15, 10_000]

/**
 * Keeps the endpoints of the Service `kubernetes` true where several servers share a store: each says by a lease in the store
 * that it is there, and writes the addresses of all of them.
 */
export class EndpointReconciler {
  private readonly server: ServerContext
  private readonly registry: Registry
  private readonly own: Advertised
  private readonly failed: (error: unknown) => void
  private cancel = (): void => {}
  private stopped = false

  /** @param failed told of each reconciliation that fails, but for the first */
  constructor(
    { context, registry }: Pick<GenericAPIServer, 'context' | 'registry'>,
    own: Advertised,
    failed: (error: unknown) => void,
  ) {
    this.server = context
    this.registry = registry
    this.own = own
    this.failed = failed
  }

  async start(): Promise<void> {
    await this.reconcile()
    this.later()
  }

  /** Takes the server out of the endpoints. */
  async stop(): Promise<void> {
    this.stopped = true
    this.cancel()
    const { storage } = this.server
    const record = await storage.get(this.key)
    if (record !== undefined) await ignoringConflicts(storage.delete(record.key, record.modRevision))
    await this.writeEndpoints()
  }

  private get key(): string {
    return `${prefix}${this.own.address}`
  }

  private later(): void {
    const again = (): void =>
      void this.reconcile()
        .catch(this.failed)
        .then(() => this.later())
    if (!this.stopped) this.cancel = this.server.clock.setTimeout(again, every)
  }

  private async reconcile(): Promise<void> {
    await this.renew()
    await this.writeEndpoints()
  }

  private async renew(): Promise<void> {
    const { storage } = this.server
    const record = await storage.get(this.key)
    const lease = (generation: number): KubeObject =>
      ({
        kind: 'Endpoints',
        apiVersion: 'v1',
        metadata: { generation },
        subsets: [{ addresses: [{ ip: this.own.address }] }],
      }) as unknown as KubeObject
    await ignoringConflicts(
      record === undefined
        ? storage.create(this.key, lease(1), { ttl })
        : storage.update(this.key, record.modRevision, lease((record.object.metadata.generation ?? 0) + 1), {
            ttl,
          }),
    )
  }

  private async writeEndpoints(): Promise<void> {
    const { storage } = this.server
    const { records } = await storage.list(prefix)
    const addresses = records.map(({ key }) => key.slice(prefix.length)).sort()
    if (addresses.length === 0) return
    for (const [group, version, resource] of endpointKinds) {
      const store = this.registry.resource(group, version, resource)?.store
      const record = await storage.get(`${store?.prefixOf('default')}kubernetes`)
      if (store !== undefined && record !== undefined)
        await moveEndpoints(this.server, store.view(record).object, record, { ...this.own, addresses })
    }
  }
}

const endpointKinds = [
  ['', 'v1', 'endpoints'],
  ['discovery.k8s.io', 'v1', 'endpointslices'],
] as const

async function ignoringConflicts(write: Promise<unknown>): Promise<void> {
  await write.catch((error: unknown) => {
    if (!(error instanceof StorageError)) throw error
  })
}
