// Upstream: go.etcd.io/etcd/client/v3 (clientv3.Client), apiserver/pkg/storage/storagebackend/factory/etcd3.go (newETCD3Client)
import { readFileSync } from 'node:fs'
import { StoreTimeoutError, WriteFailedError, writeTimeout } from '../interface.ts'
import type { EtcdCalls, WatchCall } from './etcd-calls.ts'
import { GrpcConnection } from './grpc-connection.ts'
import type { GrpcError } from './grpc-error.ts'
import { decodeMessage, encodeMessage } from './message-codec.ts'
import type { RangeRequest, RangeResponse, TxnRequest, TxnResponse, WatchResponse } from './messages.ts'

/** The endpoints of etcd, and the client certificate that connections to them show. */
export interface EtcdConnection {
  /** URLs (`http://127.0.0.1:2379`), of which the next is tried where one fails. */
  readonly endpoints: readonly string[]
  /** Paths of PEM files; empty: none. */
  readonly caFile: string
  readonly certFile: string
  readonly keyFile: string
}

/** Milliseconds: what a request may take. */
const readTimeout = 60_000
const timedOut = 'context deadline exceeded'
/** The milliseconds between two attempts of a call whose connection ended. */
const retryAfter = 100
const everything = Buffer.from([0])

/** Calls to etcd over gRPC. */
export class EtcdClient implements EtcdCalls {
  private readonly connections: readonly GrpcConnection[]
  private current = 0
  private closed = false

  private constructor(connections: readonly GrpcConnection[]) {
    this.connections = connections
  }

  /** Rejects where a file cannot be read. Connections are made when they are used. */
  static async open({ endpoints, caFile, certFile, keyFile }: EtcdConnection): Promise<EtcdClient> {
    const read = (path: string): Buffer | undefined => (path === '' ? undefined : readFileSync(path))
    const tls = { ca: read(caFile), cert: read(certFile), key: read(keyFile) }
    return new EtcdClient(endpoints.map((endpoint) => new GrpcConnection(endpoint, tls)))
  }

  range(request: RangeRequest, timeout = readTimeout): Promise<RangeResponse> {
    const bytes = encodeMessage('RangeRequest', request)
    return this.repeated(async (left) => {
      const answer = await this.call('KV/Range', bytes, left)
      return decodeMessage('RangeResponse', answer) as RangeResponse
    }, timeout)
  }

  async txn(request: TxnRequest): Promise<TxnResponse> {
    const answer = await this.call('KV/Txn', encodeMessage('TxnRequest', request), writeTimeout)
    return decodeMessage('TxnResponse', answer) as TxnResponse
  }

  compact(revision: number): Promise<unknown> {
    return this.call('KV/Compact', encodeMessage('CompactionRequest', { revision }), readTimeout)
  }

  async grant(id: number, seconds: number): Promise<void> {
    const request = encodeMessage('LeaseGrantRequest', { ID: id, TTL: seconds })
    await this.call('Lease/LeaseGrant', request, writeTimeout)
  }

  watch(startRevision: number, told: (answer: WatchResponse) => void, ended: () => void): WatchCall {
    const stream = this.connections[this.current]!.stream(
      '/etcdserverpb.Watch/Watch',
      (bytes) => told(decodeMessage('WatchResponse', bytes) as WatchResponse),
      ended,
    )
    const create_request = { key: everything, range_end: everything, start_revision: startRevision }
    stream.send(encodeMessage('WatchRequest', { create_request }))
    return { stop: () => stream.cancel() }
  }

  next(): void {
    this.current = (this.current + 1) % this.connections.length
  }

  close(): void {
    this.closed = true
    for (const connection of this.connections) connection.close()
  }

  /** Reads are asked again where a connection ends. */
  private async repeated<T>(ask: (left: number) => Promise<T>, timeout: number): Promise<T> {
    const deadline = performance.now() + timeout
    for (let left = timeout; ; left = deadline - performance.now()) {
      try {
        return await ask(left)
      } catch (error) {
        if (!(error instanceof ConnectionEndedError) || this.closed) throw error
        if (left <= retryAfter) throw new StoreTimeoutError(timedOut, { cause: error })
        await new Promise((resolve) => setTimeout(resolve, retryAfter))
      }
    }
  }

  private async call(method: string, request: Buffer, timeout: number): Promise<Buffer> {
    const { connections } = this
    try {
      const options = { timeout, wait: connections.length === 1 }
      return await connections[this.current]!.call(`/etcdserverpb.${method}`, request, options)
    } catch (error) {
      throw this.plain(error as GrpcError)
    }
  }

  private plain(error: GrpcError): Error {
    const { code, details, message } = error
    if (code === 'Unavailable') this.next()
    if (code === 'DeadlineExceeded') return new StoreTimeoutError(timedOut, { cause: error.cause })
    if (details.startsWith('etcdserver: ')) return new WriteFailedError(details)
    return code === 'Unavailable' ? new ConnectionEndedError(message) : new WriteFailedError(message)
  }
}

/** Whether a call was carried out is not known. */
class ConnectionEndedError extends WriteFailedError {}
