// Upstream: staging/src/k8s.io/apiserver/pkg/reconcilers/peer_endpoint_lease.go
import type { Endpoints } from '../../api/core-v1.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import type { Clock } from '../../component-base/clock.ts'
import type { Storage } from '../storage/interface.ts'
import { readableObject } from '../storage/readable-object.ts'
import { ignoringConflicts } from './own-objects.ts'
import { type Periodic, periodically } from './periodically.ts'

const prefix = '/registry/peerserverleases/'
/** Seconds that a server can be reached without saying so, and milliseconds between two times that it says so. */
const [ttl, every] = [15, 10_000]
const identityLabel = 'apiserverIdentity'

/** The address under which other servers reach a server. */
export interface PeerAddress {
  readonly ip: string
  readonly port: number
}

/** Says in the store where the server can be reached by the others. */
export class PeerEndpointLease {
  private readonly storage: Storage
  private readonly clock: Clock
  private readonly id: string
  private readonly address: PeerAddress
  private readonly failed: (error: unknown) => void
  private rounds: Periodic | undefined

  /** @param failed told of each renewal that fails */
  constructor(
    { storage, clock }: { storage: Storage; clock: Clock },
    id: string,
    address: PeerAddress,
    failed: (error: unknown) => void,
  ) {
    this.storage = storage
    this.clock = clock
    this.id = id
    this.address = address
    this.failed = failed
  }

  async start(): Promise<void> {
    this.rounds = periodically(this.clock, every, () => this.renew(), this.failed)
    await this.rounds.first
  }

  async stop(): Promise<void> {
    await this.rounds?.stop()
    const record = await this.storage.get(prefix + this.id)
    if (record !== undefined) await ignoringConflicts(this.storage.delete(record.key, record.modRevision))
  }

  private async renew(): Promise<void> {
    const key = prefix + this.id
    const record = await this.storage.get(key)
    // A write that changes nothing would not give the key more time.
    const lease = this.lease((record?.object.metadata.generation ?? 0) + 1)
    await ignoringConflicts(
      record === undefined
        ? this.storage.create(key, lease, { ttl })
        : this.storage.update(key, record.modRevision, lease, { ttl }),
    )
  }

  private lease(generation: number): KubeObject {
    const { ip, port } = this.address
    return {
      kind: 'Endpoints',
      apiVersion: 'v1',
      metadata: { generation, labels: { [identityLabel]: this.id } },
      subsets: [{ addresses: [{ ip }], ports: [{ name: 'https', port, protocol: 'TCP' }] }],
    } as unknown as KubeObject
  }
}

/** The address at which a server can be reached now; undefined: the server names none. */
export async function peerAddress(storage: Storage, id: string): Promise<PeerAddress | undefined> {
  const { records } = await storage.list(prefix)
  const lease = records
    .map(readableObject)
    .find((object) => object?.metadata.labels?.[identityLabel] === id) as Endpoints | undefined
  const [subset] = lease?.subsets ?? []
  const [ip, port] = [subset?.addresses?.[0]?.ip, subset?.ports?.[0]?.port]
  return ip === undefined || port === undefined ? undefined : { ip, port }
}
