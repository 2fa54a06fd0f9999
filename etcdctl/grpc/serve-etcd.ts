// Serves an EtcdApi over gRPC on a socket of the host, so that etcdctl, real or simulated, reaches it from another process.
import type { ServerDuplexStream, ServerWritableStream, sendUnaryData } from '@grpc/grpc-js'
import type { Message } from '../../server/storage/etcd/messages.ts'
import { type EtcdApi, EtcdError, type EtcdWatch } from '../api/etcd-api.ts'
import { definitionOf } from './services.ts'

/** The codes of etcd's errors, which servers and clients know by their texts. Upstream: etcd api/v3rpc/rpctypes/error.go */
const codes = {
  'etcdserver: mvcc: required revision has been compacted': 'OUT_OF_RANGE',
  'etcdserver: mvcc: required revision is a future revision': 'OUT_OF_RANGE',
  'etcdserver: mvcc: database space exceeded': 'RESOURCE_EXHAUSTED',
  'etcdserver: key is not provided': 'INVALID_ARGUMENT',
  'etcdserver: key not found': 'INVALID_ARGUMENT',
  'etcdserver: request is too large': 'INVALID_ARGUMENT',
  'etcdserver: requested lease not found': 'NOT_FOUND',
  'etcdserver: lease already exists': 'FAILED_PRECONDITION',
  'etcdserver: too large lease TTL': 'OUT_OF_RANGE',
  'etcdserver: server stopped': 'UNAVAILABLE',
} as const

const codeOfText = (message: string): (typeof codes)[keyof typeof codes] | 'UNKNOWN' =>
  Object.hasOwn(codes, message) ? codes[message as keyof typeof codes] : 'UNKNOWN'

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
  const codeOf = (error: unknown): number =>
    grpc.status[error instanceof EtcdError ? codeOfText(error.message) : 'INTERNAL']
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
        call.emit('error', { code: grpc.status.INTERNAL, details: error.message }),
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
