// An EtcdApi over gRPC: a served embedded store, or a real etcd.
import { readFileSync } from 'node:fs'
import { GrpcConnection } from '../../server/storage/etcd/grpc-connection.ts'
import type { GrpcError } from '../../server/storage/etcd/grpc-error.ts'
import { decodeMessage, encodeMessage } from '../../server/storage/etcd/message-codec.ts'
import type { Message } from '../../server/storage/etcd/messages.ts'
import { type EtcdApi, EtcdError } from '../api/etcd-api.ts'
import { ExitError } from '../exit-error.ts'
import type { Endpoint } from '../host.ts'
import { type Call, pathOf, services } from './services.ts'

/** Milliseconds that a server has to take the connection, and to answer. */
const patience = { dial: 2000, command: 5000 }

/** Connects with an etcd. Throws an EtcdError where none answers, an ExitError where a file cannot be read. */
export async function connectEtcd({ address, cacert, cert, key }: Endpoint): Promise<EtcdApi> {
  const secure = cert !== '' || cacert !== ''
  const target = secure && !/^\w+:\/\//.test(address) ? `https://${address}` : address
  const tls = { ca: optional(cacert), cert: optional(cert), key: optional(key) }
  const connection = new GrpcConnection(secure ? target.replace(/^http:/, 'https:') : target, tls)
  await connection.ready(patience.dial).catch((error: GrpcError) => {
    connection.close()
    throw new EtcdError(error.details)
  })
  return apiOf(connection)
}

function apiOf(connection: GrpcConnection): EtcdApi {
  const ask =
    <Answer>(service: keyof typeof services, name: string) =>
    async (message: object = {}): Promise<Answer> => {
      const { request, response } = (services[service] as Readonly<Record<string, Call>>)[name]!
      const bytes = encodeMessage(request, message)
      const options = { timeout: patience.command, wait: true }
      const answer = await connection.call(pathOf(service, name), bytes, options).catch(told)
      return decodeMessage(response, answer) as Answer
    }
  return {
    range: ask('KV', 'Range'),
    put: ask('KV', 'Put'),
    deleteRange: ask('KV', 'DeleteRange'),
    compact: ask('KV', 'Compact'),
    status: ask('Maintenance', 'Status'),
    alarm: ask('Maintenance', 'Alarm'),
    defragment: ask('Maintenance', 'Defragment'),
    memberList: ask('Cluster', 'MemberList'),
    snapshot: () => pieces(connection),
    watch: (request, tell) => watch(connection, request, tell),
    close: () => connection.close(),
  }
}

function told(error: GrpcError): never {
  throw new EtcdError(error.details)
}

function watch(
  connection: GrpcConnection,
  create_request: Message<'WatchCreateRequest'>,
  tell: (answer: Message<'WatchResponse'>) => void,
): { stop(): void } {
  const stream = connection.stream(
    pathOf('Watch', 'Watch'),
    (bytes) => tell(decodeMessage('WatchResponse', bytes)),
    (error) => tell({ canceled: true, cancel_reason: error?.details ?? '' }),
  )
  stream.send(encodeMessage('WatchRequest', { create_request }))
  return { stop: () => stream.cancel() }
}

/** What a stream sends is held back while the reader is slower. */
async function* pieces(connection: GrpcConnection): AsyncGenerator<Buffer> {
  const waiting: Buffer[] = []
  let wake = (): void => {}
  let end: { error?: GrpcError | undefined } | undefined
  const stream = connection.stream(
    pathOf('Maintenance', 'Snapshot'),
    (bytes) => {
      waiting.push(decodeMessage('SnapshotResponse', bytes).blob)
      stream.pause()
      wake()
    },
    (error) => {
      end = { error }
      wake()
    },
  )
  stream.send(encodeMessage('SnapshotRequest', {}))
  stream.finish()
  try {
    for (;;) {
      for (const blob of waiting.splice(0)) if (blob.length > 0) yield blob
      if (end !== undefined && waiting.length === 0) break
      stream.resume()
      if (waiting.length === 0 && end === undefined)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  } finally {
    stream.cancel()
  }
  if (end.error !== undefined) throw new EtcdError(end.error.details)
}

function optional(path: string): Buffer | undefined {
  if (path === '') return undefined
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
