// The gRPC server of the node-local API. Upstream: KEP-2104; kpng pkg/server at its first commits.
import { setMaxListeners } from 'node:events'
import type { Server } from '@grpc/grpc-js'
import type { Clock } from '../../component-base/clock.ts'
import type { NodeApiDefinition } from './grpc.ts'
import { answerNext, type NextCall } from './next-call.ts'
import type { NodeState } from './node-state.ts'
import { qualifyTypes } from './qualify-types.ts'
import { answerWatch, type WatchCall } from './sets/watch-call.ts'
import { writeWindow } from './write-window.ts'

/** Milliseconds that calls which are being answered have when the server closes. */
const grace = 1000

/** The gRPC server of the node-local API. */
export interface NodeApiServer {
  grpc: Server
  /** Tells clients that wait, lets other calls end for a second, and breaks off what is left. */
  close(clock: Clock): Promise<void>
}

/** A gRPC server for a state, with server reflection; not bound yet. */
export async function nodeApiServer(
  api: NodeApiDefinition,
  state: NodeState,
  nodeName: string,
): Promise<NodeApiServer> {
  const closing = new AbortController()
  // Each open call listens to the signal: node would warn of a leak.
  setMaxListeners(0, closing.signal)
  const { ReflectionService } = await import('./grpc-libraries.ts')
  const paths = [api.next.path, api.watch.path]
  const server = new api.grpc.Server({
    'grpc.max_send_message_length': -1,
    // Clients that are gone without a word do not hold their calls.
    'grpc.keepalive_time_ms': 60_000,
    interceptors: [writeWindow(api.grpc, paths)],
  })
  const bytesAsTheyAre = (bytes: Buffer): Buffer => bytes
  server.addService(
    { Next: { ...api.next, originalName: 'Next', responseSerialize: bytesAsTheyAre } },
    {
      Next: (call: NextCall) =>
        run(api, call, closing.signal, (signal) => answerNext(api, state, call, signal)),
    },
  )
  server.addService(
    { Watch: { ...api.watch, originalName: 'Watch', responseSerialize: bytesAsTheyAre } },
    {
      Watch: (call: WatchCall) =>
        run(api, call, closing.signal, (signal) => answerWatch(api, state, nodeName, call, signal)),
    },
  )
  await qualifyTypes(api.all)
  new ReflectionService(api.all as never).addToServer(server)
  return {
    grpc: server,
    close(clock) {
      closing.abort()
      return shutdown(server, clock)
    },
  }
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
