// The client library. Upstream: KEP-2104 "Design Details" (EndpointsClient, Run)
import type { Client, ClientReadableStream } from '@grpc/grpc-js'
import { type Clock, realClock } from '../../../component-base/clock.ts'
import { dialTarget } from '../bind-spec.ts'
import { loadNodeApi, type NodeApiDefinition } from '../grpc.ts'
import type { ServiceEndpoints } from '../messages.ts'
import { DecodedItems } from './decoded-items.ts'

/**
 * Gets the full state after each change. A promise is waited for before the next state is asked for. Services that have
 * not changed are the same objects as in the last state: leave them as they are.
 */
export type StateHandler = (items: readonly ServiceEndpoints[]) => void | Promise<void>

/** Bytes that the server may send ahead: a state of some hundred services. */
const receiveWindow = 1 << 20

/** The server that a client reads, and the client's limits. */
export interface EndpointsClientOptions {
  /** `127.0.0.1:12345` (default), `tcp://…` or `unix:///path`. */
  target?: string
  /** The state that is known, to resume a watch; default: none. */
  instanceID?: bigint
  rev?: bigint
  /** Milliseconds before it is tried again after an error; default 1000. */
  errorDelay?: number
  /** The limit of an item, in bytes; default 4 MiB. */
  maxMessageSize?: number
  clock?: Clock
  /** Called with errors, after which the client otherwise only waits and tries again. */
  onError?: (error: Error) => void
}

/** A client of the Endpoints API that keeps trying: a state is complete, or it is not handed out. */
export class EndpointsClient {
  readonly target: string
  /** The state that was handed out last. */
  instanceID: bigint
  rev: bigint
  readonly errorDelay: number
  private readonly options: EndpointsClientOptions
  private readonly clock: Clock
  private readonly abort = new AbortController()
  private connection: { api: NodeApiDefinition; client: Client } | undefined
  private readonly decoded = new DecodedItems()

  constructor(options: EndpointsClientOptions = {}) {
    this.options = options
    this.target = options.target ?? '127.0.0.1:12345'
    this.instanceID = options.instanceID ?? 0n
    this.rev = options.rev ?? 0n
    this.errorDelay = options.errorDelay ?? 1000
    this.clock = options.clock ?? realClock
  }

  /** Ends calls of {@link next} and closes the connection. */
  cancel(): void {
    this.abort.abort()
    this.connection?.client.close()
    this.connection = undefined
  }

  /** Makes these signals cancel the client, once; after that they do what they did. */
  cancelOn(...signals: NodeJS.Signals[]): void {
    const cancel = (): void => this.cancel()
    for (const signal of signals) process.once(signal, cancel)
    this.abort.signal.addEventListener('abort', () => {
      for (const signal of signals) process.off(signal, cancel)
    })
  }

  /** Makes SIGINT and SIGTERM cancel the client. */
  cancelOnSignals(): void {
    this.cancelOn('SIGINT', 'SIGTERM')
  }

  /** The next full state: at once where the server has one that is not known, otherwise after a change. Undefined after cancel; never rejects. */
  async next(): Promise<readonly ServiceEndpoints[] | undefined> {
    while (!this.abort.signal.aborted) {
      try {
        const found = await this.fetch()
        if (this.abort.signal.aborted) return undefined
        this.instanceID = found.instanceID
        this.rev = found.rev
        return found.items
      } catch (error) {
        if (this.abort.signal.aborted) return undefined
        this.options.onError?.(error as Error)
        await this.pause()
      }
    }
    return undefined
  }

  /** Hands every state to the handler until the client is cancelled; with `once` only the first. */
  async run(handler: StateHandler, options: { once?: boolean } = {}): Promise<void> {
    for (let items = await this.next(); items !== undefined; items = await this.next()) {
      await handler(items)
      if (options.once === true) return this.cancel()
    }
  }

  private async connect(): Promise<{ api: NodeApiDefinition; client: Client }> {
    const api = await loadNodeApi()
    const backoff = Math.max(this.errorDelay, 10)
    const client = new api.grpc.Client(dialTarget(this.target), api.grpc.credentials.createInsecure(), {
      'grpc.max_receive_message_length': this.options.maxMessageSize ?? 4 << 20,
      'grpc-node.flow_control_window': receiveWindow,
      // A server on another machine may be gone without a word. Go's servers take pings this often, and no more.
      'grpc.keepalive_time_ms': 5 * 60_000,
      // Another try needs the filter of then, and is this client's work.
      'grpc.enable_retries': 0,
      'grpc.initial_reconnect_backoff_ms': backoff,
      'grpc.max_reconnect_backoff_ms': backoff,
    })
    return { api, client }
  }

  private async fetch(): Promise<{ instanceID: bigint; rev: bigint; items: ServiceEndpoints[] }> {
    const { api, client } = this.connection ?? (await this.connect())
    if (this.abort.signal.aborted) {
      client.close()
      throw new Error('cancelled')
    }
    this.connection = { api, client }
    const { path, requestSerialize, responseDeserialize } = api.next
    const filter = { InstanceID: String(this.instanceID), Rev: String(this.rev) }
    const call = client.makeServerStreamRequest(path, requestSerialize, (bytes) => bytes, filter)
    const [first, ...rest] = await collect(call, this.abort.signal)
    const next = first === undefined ? null : responseDeserialize(first).Next
    if (next === null) throw new Error('the stream did not begin with the next filter')
    const items = this.decoded.next(rest, (bytes) => responseDeserialize(bytes).Endpoints)
    return { instanceID: BigInt(next.InstanceID), rev: BigInt(next.Rev), items }
  }

  /** `errorDelay`, cut short by cancel. */
  private pause(): Promise<void> {
    const { signal } = this.abort
    return new Promise((resolve) => {
      const end = (): void => {
        stopTimer()
        clearInterval(alive)
        signal.removeEventListener('abort', end)
        resolve()
      }
      // A client that waits for its server is at work: the process stays.
      const alive = setInterval(() => {}, 60_000)
      const stopTimer = this.clock.setTimeout(end, this.errorDelay)
      signal.addEventListener('abort', end)
    })
  }
}

/** All items of a stream that ends well; rejects where it breaks off. */
function collect(call: ClientReadableStream<Buffer>, signal: AbortSignal): Promise<Buffer[]> {
  const items: Buffer[] = []
  const cancel = (): void => call.cancel()
  signal.addEventListener('abort', cancel)
  return new Promise<Buffer[]>((resolve, reject) => {
    // The end of the data alone says nothing: a server that was killed ends a stream as well.
    let parts = 2
    const done = (): void => {
      if (--parts === 0) resolve(items)
    }
    call.on('data', (item: Buffer) => items.push(item))
    call.on('end', done)
    call.on('error', reject)
    call.on('status', ({ code, details }) => (code === 0 ? done() : reject(new Error(details))))
  }).finally(() => signal.removeEventListener('abort', cancel))
}
