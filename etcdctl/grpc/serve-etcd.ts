// Serves an EtcdApi over gRPC on a socket of the host, so that etcdctl, real or simulated, reaches it from another process.
import type { ServerDuplexStream, ServerWritableStream, sendUnaryData } from '@grpc/grpc-js'
import type { Message } from '../../server/storage/etcd/messages.ts'
import { type EtcdApi, EtcdError, type EtcdWatch } from '../api/etcd-api.ts'
import { definitionOf } from './services.ts'

/** Whoever may open the socket may read all Secrets. */
const privateMode = 0o600

/** An etcd that is served. */
export interface ServedEtcd {
  /** `unix:///tmp/…/etcd.sock` */
  readonly endpoint: string
  close(): void
}

type Unary = (call: { request: unknown }, done: sendUnaryData<object>) => void

/** Serves on a new socket at `path`, which only the owner may open. Throws where it cannot be made. */
export async function serveEtcd(api: EtcdApi, path: string): Promise<ServedEtcd> {
  const { grpc } = await import('./library.ts')
  const { chmod } = await import('node:fs/promises')
  const server = new grpc.Server({ 'grpc.max_receive_message_length': 16 << 20 })
  const unary =
    <Request>(ask: (request: Request) => Promise<object>): Unary =>
    (call, done) => {
      ask(call.request as Request).then(
        (answer) => done(null, answer),
        (error: unknown) => done({ code: codeOf(error), details: (error as Error).message }),
      )
    }
  const { INTERNAL, OUT_OF_RANGE, INVALID_ARGUMENT } = grpc.status
  const codeOf = (error: unknown): number =>
    !(error instanceof EtcdError)
      ? INTERNAL
      : error.message.includes('mvcc: ')
        ? OUT_OF_RANGE
        : INVALID_ARGUMENT
  server.addService(definitionOf('KV'), {
    Range: unary((request: Message<'RangeRequest'>) => api.range(request)),
    Put: unary((request: Message<'PutRequest'>) => api.put(request)),
    DeleteRange: unary((request: Message<'DeleteRangeRequest'>) => api.deleteRange(request)),
    Compact: unary((request: Message<'CompactionRequest'>) => api.compact(request)),
  })
  server.addService(definitionOf('Watch'), {
    Watch: (call: ServerDuplexStream<Message<'WatchRequest'>, Message<'WatchResponse'>>) =>
      watches(api, call),
  })
  server.addService(definitionOf('Maintenance'), {
    Status: unary(() => api.status()),
    Alarm: unary((request: Message<'AlarmRequest'>) => api.alarm(request)),
    Defragment: unary(() => api.defragment()),
    Snapshot: (call: ServerWritableStream<object, Message<'SnapshotResponse'>>) => {
      sendSnapshot(api, call).catch((error: Error) =>
        call.emit('error', { code: INTERNAL, details: error.message }),
      )
    },
  })
  server.addService(definitionOf('Cluster'), { MemberList: unary(() => api.memberList()) })
  await new Promise<void>((resolve, reject) =>
    server.bindAsync(`unix:${path}`, grpc.ServerCredentials.createInsecure(), (error) =>
      error === null ? resolve() : reject(error),
    ),
  )
  await chmod(path, privateMode)
  return { endpoint: `unix://${path}`, close: () => server.forceShutdown() }
}

/** The watches of one stream: each has a number, and is told of in answers of its own. */
function watches(
  api: EtcdApi,
  call: ServerDuplexStream<Message<'WatchRequest'>, Message<'WatchResponse'>>,
): void {
  const running = new Map<number, EtcdWatch>()
  let next = 0
  const end = (): void => {
    for (const watch of running.values()) watch.stop()
    running.clear()
  }
  call.on('data', ({ create_request, cancel_request }: Message<'WatchRequest'>) => {
    if (create_request !== undefined) {
      const watch_id = next++
      create(api, call, { ...create_request, watch_id }).then(
        (watch) => running.set(watch_id, watch),
        (error: Error) => call.write({ watch_id, canceled: true, cancel_reason: error.message }),
      )
    }
    const watch_id = cancel_request?.watch_id ?? 0
    if (cancel_request === undefined) return
    running.get(watch_id)?.stop()
    running.delete(watch_id)
    call.write({ watch_id, canceled: true })
  })
  for (const event of ['end', 'cancelled', 'error', 'close']) call.on(event, end)
  call.on('end', () => call.end())
}

async function create(
  api: EtcdApi,
  call: { write(answer: Message<'WatchResponse'>): boolean },
  { watch_id = 0, ...request }: Message<'WatchCreateRequest'>,
): Promise<EtcdWatch> {
  const { header = {} } = await api.memberList()
  call.write({ header, watch_id, created: true })
  return api.watch(request, (answer) => call.write({ ...answer, watch_id }))
}

/** The sum at the end is of etcdctl's own making: etcd sends it too, as the last piece. */
async function sendSnapshot(
  api: EtcdApi,
  call: ServerWritableStream<object, Message<'SnapshotResponse'>>,
): Promise<void> {
  for await (const blob of api.snapshot())
    if (!call.write({ blob })) await new Promise((resolve) => call.once('drain', resolve))
  call.end()
}
