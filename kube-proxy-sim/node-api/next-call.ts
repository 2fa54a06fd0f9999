// One call of Endpoints.Next. Upstream: KEP-2104 "Design Details"; kpng pkg/server/endpoints at its first commits.
import type { ServerWritableStream } from '@grpc/grpc-js'
import type { NodeApiDefinition } from './grpc.ts'
import type { NextFilter } from './messages.ts'
import type { NodeState, StateSnapshot } from './node-state.ts'

/** A call of Endpoints/Next. Items are encoded once for all clients, so bytes are written to it. */
export type NextCall = ServerWritableStream<NextFilter, Buffer>

/** Waits for a state that the client does not know and sends it. @param signal aborted when the call has ended */
export async function answerNext(
  api: NodeApiDefinition,
  state: NodeState,
  call: NextCall,
  signal: AbortSignal,
): Promise<void> {
  const { InstanceID, Rev } = call.request
  const snapshot = await state.next({ instanceID: BigInt(InstanceID), rev: BigInt(Rev) }, signal)
  if (snapshot !== undefined) await send(api, call, snapshot, signal)
}

/** The next filter, every item, the end: as fast as the client reads, with nothing copied for it. */
async function send(
  api: NodeApiDefinition,
  call: NextCall,
  { instanceID, rev, items }: StateSnapshot,
  signal: AbortSignal,
): Promise<void> {
  const first = api.encodeItem({ Next: { InstanceID: String(instanceID), Rev: String(rev) } })
  call.write(first)
  for (const { bytes } of items) {
    if (signal.aborted) return
    if (!call.write(bytes)) await drained(call, signal)
  }
  if (!signal.aborted) call.end()
}

/** Resolves when the call takes more, or has ended. */
export const drained = (
  call: {
    on(name: 'drain', listener: () => void): unknown
    off(name: 'drain', listener: () => void): unknown
  },
  signal: AbortSignal,
): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      call.off('drain', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    call.on('drain', end)
    signal.addEventListener('abort', end)
  })
