// The gRPC server of the node-local API. Upstream: KEP-2104; kpng pkg/server at its first commits.
import { chmodSync, lstatSync, unlinkSync } from 'node:fs'
import type { Server, ServerWritableStream } from '@grpc/grpc-js'
import type { RestClient } from '../../client/rest-client.ts'
import type { Clock } from '../../component-base/clock.ts'
import type { Random } from '../../component-base/random.ts'
import type { FeatureGateReader } from '../../featuregates/reader.ts'
import { type BindAddress, grpcAddress, parseBindSpec } from './bind-spec.ts'
import { loadNodeApi, type NodeApiDefinition } from './grpc.ts'
import type { NextFilter } from './messages.ts'
import { NodeSource } from './node-source.ts'
import { NodeState, newInstanceID, type StateSnapshot } from './node-state.ts'
import { qualifyTypes } from './qualify-types.ts'

export interface NodeApiOptions {
  client: RestClient
  clock: Clock
  random: Random
  /** Release and gates of the kube-proxy whose choices these are. */
  minor: number
  gates: FeatureGateReader
  nodeName: string
  /** `tcp://127.0.0.1:12345` or `unix:///path`; port 0 takes a free one. */
  listen: string
  /** Takes addresses that other machines reach. */
  allowRemote?: boolean
  onError?: (error: Error) => void
}

export interface RunningNodeApi {
  /** As clients take it: `127.0.0.1:12345` or `unix:/path`. */
  target: string
  state: NodeState
  /** Resolves when the first state is there. */
  synced: Promise<void>
  close(): Promise<void>
}

/** Serves the API at once; calls wait until everything is listed. Throws BindSpecError, or an Error where the address is taken. */
export async function startNodeApi(options: NodeApiOptions): Promise<RunningNodeApi> {
  const address = parseBindSpec(options.listen, options.allowRemote)
  const api = await loadNodeApi()
  const state = new NodeState(newInstanceID(options.random))
  const server = await nodeApiServer(api, state)
  const target = await bind(api, server, address)
  const encode = (item: object): Buffer => api.encodeItem({ Endpoints: item as never })
  const source = new NodeSource({ ...options, state, encode })
  return {
    target,
    state,
    synced: source.start(),
    async close() {
      server.forceShutdown()
      await source.stop()
    },
  }
}

/** The API over a state, with server reflection; not bound yet. */
async function nodeApiServer(api: NodeApiDefinition, state: NodeState): Promise<Server> {
  const { ReflectionService } = await import('@grpc/reflection')
  const server = new api.grpc.Server({ 'grpc.max_send_message_length': -1 })
  // Items are encoded once for all clients.
  const definition = { ...api.next, originalName: 'Next', responseSerialize: (bytes: Buffer) => bytes }
  server.addService(
    { Next: definition },
    { Next: (call: ServerWritableStream<NextFilter, Buffer>) => void answer(api, state, call) },
  )
  await qualifyTypes(api.all)
  new ReflectionService(api.all as never).addToServer(server)
  return server
}

async function answer(
  api: NodeApiDefinition,
  state: NodeState,
  call: ServerWritableStream<NextFilter, Buffer>,
): Promise<void> {
  const gone = new AbortController()
  call.on('cancelled', () => gone.abort())
  call.on('close', () => gone.abort())
  call.on('error', () => gone.abort())
  const { InstanceID, Rev } = call.request
  const known = { instanceID: BigInt(InstanceID), rev: BigInt(Rev) }
  const snapshot = await state.next(known, gone.signal)
  if (snapshot !== undefined) await send(api, call, snapshot, gone.signal)
}

/** The next filter, every item, the end: as fast as the client reads, with nothing copied for it. */
async function send(
  api: NodeApiDefinition,
  call: ServerWritableStream<NextFilter, Buffer>,
  { instanceID, rev, items }: StateSnapshot,
  signal: AbortSignal,
): Promise<void> {
  const first = api.encodeItem({ Next: { InstanceID: String(instanceID), Rev: String(rev) } })
  for (const bytes of [first, ...items]) {
    if (signal.aborted) return
    if (!call.write(bytes)) await drained(call, signal)
  }
  if (!signal.aborted) call.end()
}

const drained = (call: ServerWritableStream<NextFilter, Buffer>, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      call.off('drain', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    call.on('drain', end)
    signal.addEventListener('abort', end)
  })

async function bind({ grpc }: NodeApiDefinition, server: Server, address: BindAddress): Promise<string> {
  if (address.protocol === 'unix') removeOldSocket(address.path)
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(grpcAddress(address), grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    )
  })
  if (address.protocol === 'tcp') return grpcAddress({ ...address, port })
  // The owner and its group.
  chmodSync(address.path, 0o660)
  return grpcAddress(address)
}

/** A server that was killed leaves its socket behind. Other files stay, and make binding fail. */
function removeOldSocket(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSocket() === true) unlinkSync(path)
}
