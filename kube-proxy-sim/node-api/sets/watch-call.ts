// One call of Sets.Watch, the delta form. Upstream: kpng api/localv1, server/serve/api
import type { ServerDuplexStream } from '@grpc/grpc-js'
import type { NodeApiDefinition } from '../grpc.ts'
import { drained } from '../next-call.ts'
import type { NodeState, StateSnapshot } from '../node-state.ts'
import { difference } from './difference.ts'
import type { OpItem, WatchReq } from './messages.ts'

/** A call of Sets/Watch, to which operations are written as bytes. */
export type WatchCall = ServerDuplexStream<WatchReq, Buffer>

/**
 * Answers each request with the changes since the last answer, as soon as there are any. @param signal aborted when the call
 * has ended
 */
export function answerWatch(
  api: NodeApiDefinition,
  state: NodeState,
  nodeName: string,
  call: WatchCall,
  signal: AbortSignal,
): Promise<void> {
  let known: StateSnapshot = { instanceID: state.instanceID, rev: 0n, keys: [], items: [] }
  const answer = async ({ NodeName }: WatchReq): Promise<void> => {
    if (NodeName !== '' && NodeName !== nodeName) throw wrongNode(api, nodeName, NodeName)
    const next = await state.next(known, signal)
    if (next === undefined) return
    await send(api, call, difference(known, next), signal)
    known = next
  }
  return new Promise((resolve, reject) => {
    call.on('data', (request: WatchReq) => {
      call.pause()
      answer(request).then(() => call.resume(), reject)
    })
    call.on('end', () => {
      call.end()
      resolve()
    })
  })
}

async function send(
  api: NodeApiDefinition,
  call: WatchCall,
  ops: readonly OpItem[],
  signal: AbortSignal,
): Promise<void> {
  for (const op of [...ops, { Sync: {} }]) {
    if (signal.aborted) return
    if (!call.write(api.encodeOp(op))) await drained(call, signal)
  }
}

const wrongNode = ({ grpc }: NodeApiDefinition, served: string, asked: string): Error =>
  Object.assign(new Error(`this is the API of node "${served}", not of "${asked}"`), {
    code: grpc.status.INVALID_ARGUMENT,
  })
