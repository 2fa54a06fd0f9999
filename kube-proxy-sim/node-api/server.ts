// The gRPC server of the node-local API. Upstream: KEP-2104; kpng pkg/server at its first commits.
import { chmodSync, lstatSync, unlinkSync } from 'node:fs'
import type { Server } from '@grpc/grpc-js'
import type { RestClient } from '../../client/rest-client.ts'
import type { Clock } from '../../component-base/clock.ts'
import type { Random } from '../../component-base/random.ts'
import type { FeatureGateReader } from '../../featuregates/reader.ts'
import { type BindAddress, grpcAddress, parseBindSpec } from './bind-spec.ts'
import { loadNodeApi, type NodeApiDefinition } from './grpc.ts'
import { answerNext, type NextCall } from './next-call.ts'
import { NodeSource } from './node-source.ts'
import { NodeState, newInstanceID } from './node-state.ts'
import { qualifyTypes } from './qualify-types.ts'
import { answerWatch, type WatchCall } from './sets/watch-call.ts'
import { writeWindow } from './write-window.ts'

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

/** Milliseconds that calls which are being answered have when the server closes. */
const grace = 1000

/** Serves the API at once; calls wait until everything is listed. Throws BindSpecError, or an Error where the address is taken. */
export async function startNodeApi(options: NodeApiOptions): Promise<RunningNodeApi> {
  const address = parseBindSpec(options.listen, options.allowRemote)
  const api = await loadNodeApi()
  const state = new NodeState(newInstanceID(options.random))
  const closing = new AbortController()
  const server = await nodeApiServer(api, state, options.nodeName, closing.signal)
  const target = await bind(api, server, address)
  const source = new NodeSource({ ...options, state, codec: api })
  return {
    target,
    state,
    synced: source.start(),
    async close() {
      closing.abort()
      await Promise.all([shutdown(server, options.clock), source.stop()])
    },
  }
}

/** The API over a state, with server reflection; not bound yet. @param closing ends calls that wait */
async function nodeApiServer(
  api: NodeApiDefinition,
  state: NodeState,
  nodeName: string,
  closing: AbortSignal,
): Promise<Server> {
  const { ReflectionService } = await import('@grpc/reflection')
  const paths = [api.next.path, api.watch.path]
  const server = new api.grpc.Server({
    'grpc.max_send_message_length': -1,
    interceptors: [writeWindow(api.grpc, paths)],
  })
  const bytesAsTheyAre = (bytes: Buffer): Buffer => bytes
  server.addService(
    { Next: { ...api.next, originalName: 'Next', responseSerialize: bytesAsTheyAre } },
    { Next: (call: NextCall) => run(api, call, closing, (signal) => answerNext(api, state, call, signal)) },
  )
  server.addService(
    { Watch: { ...api.watch, originalName: 'Watch', responseSerialize: bytesAsTheyAre } },
    {
      Watch: (call: WatchCall) =>
        run(api, call, closing, (signal) => answerWatch(api, state, nodeName, call, signal)),
    },
  )
  await qualifyTypes(api.all)
  new ReflectionService(api.all as never).addToServer(server)
  return server
}

/** Runs the handler of a call; its signal aborts when the call has ended or the server closes, which the client is told. */
function run(
  { grpc }: NodeApiDefinition,
  call: NextCall | WatchCall,
  closing: AbortSignal,
  handle: (signal: AbortSignal) => Promise<void>,
): void {
  const ended = new AbortController()
  const close = (): void => {
    call.emit('error', { code: grpc.status.UNAVAILABLE, details: 'the server is shutting down' })
  }
  const end = (): void => {
    closing.removeEventListener('abort', close)
    ended.abort()
  }
  for (const event of ['cancelled', 'close', 'error']) call.on(event, end)
  if (closing.aborted) close()
  else closing.addEventListener('abort', close)
  handle(ended.signal).catch((error: Error) => call.emit('error', error))
}

/** Lets calls end, and breaks off those that do not. */
async function shutdown(server: Server, clock: Clock): Promise<void> {
  const ended = new Promise((resolve) => server.tryShutdown(resolve))
  const cancel = clock.setTimeout(() => server.forceShutdown(), grace)
  await ended
  cancel()
}

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
