// Upstream: go.etcd.io/etcd/client/v3 (clientv3.Client), apiserver/pkg/storage/storagebackend/factory/etcd3.go (newETCD3Client)
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientDuplexStream, ServiceError } from '@grpc/grpc-js'
import { packageRoot } from '../../../component-base/package-root.ts'
import { StoreTimeoutError, WriteFailedError, writeTimeout } from '../interface.ts'
import type { EtcdCalls, WatchCall } from './etcd-calls.ts'
import type { RangeRequest, RangeResponse, TxnRequest, TxnResponse, WatchResponse } from './messages.ts'

const protoFolder = join(packageRoot, 'server/storage/etcd/proto')

/** Where etcd is, and how a client proves itself. */
export interface EtcdConnection {
  /** As `http://127.0.0.1:2379`; one after the other is tried. */
  readonly endpoints: readonly string[]
  /** Paths of PEM files; empty: none. */
  readonly caFile: string
  readonly certFile: string
  readonly keyFile: string
}

/** Milliseconds: what a request may take. */
const readTimeout = 60_000
const timedOut = 'context deadline exceeded'
/** Between two tries of what failed by a connection that ended. Milliseconds. */
const retryAfter = 100

type Grpc = typeof import('@grpc/grpc-js')
type Stub = InstanceType<ReturnType<Grpc['makeGenericClientConstructor']>>
interface Stubs {
  readonly kv: Stub
  readonly watch: Stub
  readonly lease: Stub
}
/** Calls to etcd over gRPC. */
export class EtcdClient implements EtcdCalls {
  private readonly grpc: Grpc
  private readonly stubs: readonly Stubs[]
  private current = 0
  private closed = false

  private constructor(grpc: Grpc, stubs: readonly Stubs[]) {
    this.grpc = grpc
    this.stubs = stubs
  }

  /** Throws where a file cannot be read. Connections are made when they are used. */
  static async open(connection: EtcdConnection): Promise<EtcdClient> {
    const { grpc, load } = await import('./grpc-libraries.ts')
    const definition = await load('etcd.proto', {
      includeDirs: [protoFolder],
      keepCase: true,
      longs: Number,
      enums: String,
      defaults: true,
    })
    const stub = (service: string, address: string, secure: boolean): Stub => {
      const methods = definition[`etcdserverpb.${service}`] as import('@grpc/grpc-js').ServiceDefinition
      const Client = grpc.makeGenericClientConstructor(methods, service)
      return new Client(address, secure ? tls(grpc, connection) : grpc.credentials.createInsecure(), options)
    }
    const stubs = connection.endpoints.map((endpoint) => {
      const { address, secure } = addressOf(endpoint)
      return {
        kv: stub('KV', address, secure),
        watch: stub('Watch', address, secure),
        lease: stub('Lease', address, secure),
      }
    })
    return new EtcdClient(grpc, stubs)
  }

  range(request: RangeRequest, timeout = readTimeout): Promise<RangeResponse> {
    return this.repeated((left) => this.call('kv', 'Range', request, left), timeout)
  }

  txn(request: TxnRequest): Promise<TxnResponse> {
    return this.call('kv', 'Txn', request, writeTimeout)
  }

  compact(revision: number): Promise<unknown> {
    return this.call('kv', 'Compact', { revision }, readTimeout)
  }

  async grant(id: number, seconds: number): Promise<void> {
    await this.call('lease', 'LeaseGrant', { ID: id, TTL: seconds }, writeTimeout)
  }

  watch(startRevision: number, told: (answer: WatchResponse) => void, ended: () => void): WatchCall {
    const stream = this.stubs[this.current]!.watch['Watch']!(
      new this.grpc.Metadata({ waitForReady: true }),
    ) as ClientDuplexStream<object, WatchResponse>
    const everything = Buffer.from([0])
    stream.write({
      create_request: { key: everything, range_end: everything, start_revision: startRevision },
    })
    let over = false
    const end = (): void => {
      if (over) return
      over = true
      ended()
    }
    stream.on('data', (answer: WatchResponse) => {
      if (!over) told(answer)
    })
    stream.on('error', end)
    stream.on('end', end)
    return {
      stop: () => {
        over = true
        stream.cancel()
      },
    }
  }

  next(): void {
    this.current = (this.current + 1) % this.stubs.length
  }

  close(): void {
    this.closed = true
    for (const { kv, watch, lease } of this.stubs) for (const stub of [kv, watch, lease]) stub.close()
  }

  /** Reads are asked again where a connection ends. */
  private async repeated<T>(ask: (left: number) => Promise<T>, timeout: number): Promise<T> {
    const deadline = performance.now() + timeout
    for (;;) {
      const left = deadline - performance.now()
      try {
        return await ask(left)
      } catch (error) {
        if (!(error instanceof ConnectionEndedError) || this.closed) throw error
        if (left <= retryAfter) throw new StoreTimeoutError(timedOut)
        await new Promise((resolve) => setTimeout(resolve, retryAfter))
      }
    }
  }

  private call<T>(service: keyof Stubs, method: string, request: object, timeout: number): Promise<T> {
    const stub = this.stubs[this.current]!
    const metadata = new this.grpc.Metadata({ waitForReady: this.stubs.length === 1 })
    const deadline = Date.now() + timeout
    return new Promise((resolve, reject) => {
      const done = (error: ServiceError | null, answer: T): void => {
        if (error?.code === this.grpc.status.UNAVAILABLE) this.next()
        if (error === null) resolve(answer)
        else reject(this.plain(error))
      }
      stub[service][method]!(request, metadata, { deadline }, done)
    })
  }

  private plain({ code, details }: ServiceError): Error {
    const { status } = this.grpc
    if (code === status.DEADLINE_EXCEEDED) return new StoreTimeoutError(timedOut)
    if (details.startsWith('etcdserver: ')) return new WriteFailedError(details)
    const text = `rpc error: code = ${goCode(status[code])} desc = ${details}`
    return code === status.UNAVAILABLE ? new ConnectionEndedError(text) : new WriteFailedError(text)
  }
}

/** Whether a call was carried out is not known. */
class ConnectionEndedError extends WriteFailedError {}

/** `DEADLINE_EXCEEDED` as Go names it. */
const goCode = (name: string | undefined): string =>
  (name ?? 'UNKNOWN')
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join('')

const options = {
  // Each call would pay for them: what may be sent again is decided here, and nobody reads the figures of channels.
  'grpc.enable_retries': 0,
  'grpc.enable_channelz': 0,
  // Lists are as large as they are.
  'grpc.max_receive_message_length': -1,
  'grpc.max_send_message_length': -1,
  // Upstream: keepaliveTime and keepaliveTimeout of its client; a cut network is noticed.
  'grpc.keepalive_time_ms': 30_000,
  'grpc.keepalive_timeout_ms': 10_000,
  'grpc.initial_reconnect_backoff_ms': 200,
  'grpc.max_reconnect_backoff_ms': 3000,
  // Clients of one process share their connections else, also those of servers that end.
  'grpc.use_local_subchannel_pool': 1,
}

function tls(grpc: Grpc, { caFile, certFile, keyFile }: EtcdConnection) {
  const read = (path: string): Buffer | null => (path === '' ? null : readFileSync(path))
  return grpc.credentials.createSsl(read(caFile), read(keyFile), read(certFile))
}

/** `https://etcd:2379` or `etcd:2379`, as gRPC names it. */
function addressOf(endpoint: string): { address: string; secure: boolean } {
  const [, scheme = 'http', rest = ''] = /^(?:([a-z]+):\/\/)?(.*)$/s.exec(endpoint)!
  const address = scheme.startsWith('unix') ? `unix:${rest}` : rest.replace(/\/+$/, '')
  return { address, secure: scheme.endsWith('s') }
}
