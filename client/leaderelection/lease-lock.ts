// Upstream: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock (leaselock.go, interface.go)
import type { KubeObject } from '../../apimachinery/json.ts'
import type { Clock } from '../../component-base/clock.ts'
import { formatDuration } from '../../component-base/go/duration.ts'
import { leaderElectionDialect } from '../../component-base/leaderelection/dialect.ts'
import {
  type ElectionLeaseSpec,
  type LeaderElectionRecord,
  recordOf,
  specOf,
} from '../../component-base/leaderelection/election-record.ts'
import type { ResourceLock } from '../../component-base/leaderelection/leader-elector.ts'
import { deadline } from '../../component-base/leaderelection/pause.ts'
import { ApiError, isNotFound, type RestClient } from '../rest-client.ts'

/** The Lease that is held, and by whom. */
export interface LeaseLockOptions {
  client: RestClient
  clock: Clock
  namespace: string
  name: string
  identity: string
  /** Milliseconds; a request takes half of them, a second at least. */
  renewDeadline: number
  /** The minor release of client-go. */
  minor: number
  /** Tells of the lease in an event. Default: nobody does. */
  record?: (lease: KubeObject, message: string) => void
}

type Lease = KubeObject & { spec?: ElectionLeaseSpec }

/** A Lease as the lock of an election. */
export class LeaseLock implements ResourceLock {
  readonly identity: string
  readonly description: string
  private readonly options: LeaseLockOptions
  private readonly collection: string
  private readonly timeout: number
  private readonly coordinated: boolean
  private lease: Lease | undefined

  constructor(options: LeaseLockOptions) {
    const { namespace, name, identity, renewDeadline, minor } = options
    this.options = options
    this.identity = identity
    this.description = `${namespace}/${name}`
    this.collection = `/apis/coordination.k8s.io/v1/namespaces/${encodeURIComponent(namespace)}/leases`
    this.timeout = Math.max(renewDeadline / 2, 1000)
    this.coordinated = leaderElectionDialect(minor).knowsStrategies
  }

  async get(signal: AbortSignal): Promise<LeaderElectionRecord> {
    this.lease = await this.request('GET', signal)
    return recordOf(this.lease.spec ?? {}, this.coordinated)
  }

  async create(record: LeaderElectionRecord, signal: AbortSignal): Promise<void> {
    const { namespace, name } = this.options
    this.lease = await this.request('POST', signal, {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { name, namespace },
      spec: specOf(record),
    })
  }

  async update(record: LeaderElectionRecord, signal: AbortSignal): Promise<void> {
    if (this.lease === undefined) throw new Error('lease not initialized, call get or create first')
    this.lease = await this.request('PUT', signal, { ...this.lease, spec: specOf(record) })
  }

  isNotFound(error: unknown): boolean {
    return isNotFound(error)
  }

  recordEvent(text: string): void {
    if (this.lease !== undefined) this.options.record?.(this.lease, `${this.identity} ${text}`)
  }

  private async request(method: 'GET' | 'POST' | 'PUT', signal: AbortSignal, body?: object): Promise<Lease> {
    const { client, clock, namespace, name } = this.options
    const refused = requestRefusal(namespace, name)
    if (refused !== undefined) throw new Error(refused)
    const object = method === 'POST' ? '' : `/${encodeURIComponent(name)}`
    const path = `${this.collection}${object}?timeout=${formatDuration(this.timeout)}`
    const time = deadline(clock, this.timeout, signal)
    try {
      return await client.json<Lease>({
        method,
        path,
        signal: time.signal,
        ...(body === undefined ? {} : { body }),
      })
    } catch (error) {
      throw error instanceof ApiError
        ? error
        : requestError(method, `${client.server}${path}`, error as Error)
    } finally {
      time.end()
    }
  }
}

/** Why client-go sends no request. Upstream: client-go/rest/request.go */
function requestRefusal(namespace: string, name: string): string | undefined {
  if (name === '') return 'resource name may not be empty'
  return namespace === '' ? 'an empty namespace may not be set when a resource name is provided' : undefined
}

/** A request that got no answer, in the words of Go's net/http. */
function requestError(method: string, url: string, error: NodeJS.ErrnoException): Error {
  const verb = method[0] + method.slice(1).toLowerCase()
  return new Error(`${verb} ${JSON.stringify(url)}: ${reasonOf(url, error)}`, { cause: error })
}

function reasonOf(url: string, { name, code, message }: NodeJS.ErrnoException): string {
  if (name === 'AbortError') return 'context deadline exceeded'
  if (code !== 'ECONNREFUSED') return message
  const { hostname, port, protocol } = new URL(url)
  return `dial tcp ${hostname}:${port || (protocol === 'https:' ? 443 : 80)}: connect: connection refused`
}
