// An EtcdApi over gRPC: a served embedded store, or a real etcd.
import { readFileSync } from 'node:fs'
import type { ClientDuplexStream, ClientReadableStream, ServiceError } from '@grpc/grpc-js'
import { type EtcdApi, EtcdError } from '../api/etcd-api.ts'
import type { Message } from '../api/messages.ts'
import { ExitError } from '../exit-error.ts'
import type { Endpoint } from '../host.ts'
import { definitionOf } from './services.ts'

/** Milliseconds that a server has to take the connection, and to answer. */
const patience = { dial: 2000, command: 5000 }

type Ask = (
  request: object,
  options: { deadline: number },
  done: (error: ServiceError | null, answer: object) => void,
) => void

/** Connects with an etcd. Throws an EtcdError where none answers, an ExitError where a file cannot be read. */
export async function connectEtcd(endpoint: Endpoint): Promise<EtcdApi> {
  const { grpc } = await import('./library.ts')
  const { address } = endpoint
  const tls = address.startsWith('https://') || endpoint.cert !== '' || endpoint.cacert !== ''
  const credentials = tls
    ? grpc.credentials.createSsl(optional(endpoint.cacert), optional(endpoint.key), optional(endpoint.cert))
    : grpc.credentials.createInsecure()
  const target = address.startsWith('unix:')
    ? address
    : address.replace(/^https?:\/\//, '').replace(/\/$/, '')
  const options = { 'grpc.max_receive_message_length': -1 }
  const clients = (['KV', 'Watch', 'Maintenance', 'Cluster'] as const).map((service) => {
    const Client = grpc.makeGenericClientConstructor(definitionOf(service) as never, service)
    return new Client(target, credentials, options)
  })
  const [kv, watch, maintenance, cluster] = clients as unknown as Record<string, never>[]
  await ready(clients[0]!, patience.dial)
  const ask =
    <Answer>(client: Record<string, never> | undefined, name: string) =>
    (request: object = {}): Promise<Answer> =>
      new Promise((resolve, reject) => {
        const call = (client![name] as unknown as Ask).bind(client)
        call(request, { deadline: Date.now() + patience.command }, (error, answer) =>
          error === null ? resolve(answer as Answer) : reject(new EtcdError(error.details)),
        )
      })
  return {
    range: ask(kv, 'Range'),
    put: ask(kv, 'Put'),
    deleteRange: ask(kv, 'DeleteRange'),
    compact: ask(kv, 'Compact'),
    status: ask(maintenance, 'Status'),
    alarm: ask(maintenance, 'Alarm'),
    defragment: ask(maintenance, 'Defragment'),
    memberList: ask(cluster, 'MemberList'),
    snapshot: () =>
      pieces(
        (
          maintenance!['Snapshot'] as unknown as (
            request: object,
          ) => ClientReadableStream<Message<'SnapshotResponse'>>
        ).call(maintenance, {}),
      ),
    watch: (request, told) => {
      const open = watch!['Watch'] as unknown as () => ClientDuplexStream<object, Message<'WatchResponse'>>
      const stream = open.call(watch)
      stream.on('data', (answer: Message<'WatchResponse'>) => told(answer))
      stream.on('error', (error: ServiceError) => {
        if (error.code !== grpc.status.CANCELLED) told({ canceled: true, cancel_reason: error.details })
      })
      stream.write({ create_request: request })
      return { stop: () => stream.cancel() }
    },
    close: () => {
      for (const client of clients) client.close()
    },
  }
}

const ready = (
  client: { waitForReady(deadline: number, done: (error?: Error) => void): void; close(): void },
  wait: number,
): Promise<void> =>
  new Promise((resolve, reject) =>
    client.waitForReady(Date.now() + wait, (error) => {
      if (error === undefined || error === null) return resolve()
      client.close()
      reject(new EtcdError('context deadline exceeded'))
    }),
  )

async function* pieces(stream: ClientReadableStream<Message<'SnapshotResponse'>>): AsyncGenerator<Buffer> {
  for await (const { blob } of stream as AsyncIterable<Message<'SnapshotResponse'>>)
    if (blob !== undefined) yield blob
}

function optional(path: string): Buffer | null {
  if (path === '') return null
  try {
    return readFileSync(path)
  } catch (error) {
    const why =
      (error as NodeJS.ErrnoException).code === 'ENOENT'
        ? 'no such file or directory'
        : (error as Error).message
    throw new ExitError('badArgs', `open ${path}: ${why}`)
  }
}
