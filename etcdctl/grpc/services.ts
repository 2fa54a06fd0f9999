// Upstream: etcd's api/etcdserverpb/rpc.proto: the calls that etcdctl makes.
import { decodeMessage, encodeMessage } from '../../server/storage/etcd/message-codec.ts'
import type { MessageName } from '../../server/storage/etcd/messages.ts'

/** A call of a service: what goes in and what comes out, and whether either is a stream. */
export interface Call {
  request: MessageName
  response: MessageName
  requestStream?: true
  responseStream?: true
}

/** The services by name, with their calls. */
export const services = {
  KV: {
    Range: { request: 'RangeRequest', response: 'RangeResponse' },
    Put: { request: 'PutRequest', response: 'PutResponse' },
    DeleteRange: { request: 'DeleteRangeRequest', response: 'DeleteRangeResponse' },
    Compact: { request: 'CompactionRequest', response: 'CompactionResponse' },
  },
  Watch: {
    Watch: {
      request: 'WatchRequest',
      response: 'WatchResponse',
      requestStream: true,
      responseStream: true,
    },
  },
  Maintenance: {
    Status: { request: 'StatusRequest', response: 'StatusResponse' },
    Alarm: { request: 'AlarmRequest', response: 'AlarmResponse' },
    Defragment: { request: 'DefragmentRequest', response: 'DefragmentResponse' },
    Snapshot: { request: 'SnapshotRequest', response: 'SnapshotResponse', responseStream: true },
  },
  Cluster: { MemberList: { request: 'MemberListRequest', response: 'MemberListResponse' } },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Call>>>>

type Service = keyof typeof services

/** The path of a call, in HTTP. */
export const pathOf = (service: Service, name: string): string => `/etcdserverpb.${service}/${name}`

/** The service in the form of a @grpc/grpc-js definition. */
export function definitionOf(service: Service) {
  const calls = Object.entries(services[service] as Readonly<Record<string, Call>>)
  return Object.fromEntries(
    calls.map(([name, { request, response, requestStream = false, responseStream = false }]) => [
      name,
      {
        path: pathOf(service, name),
        requestStream,
        responseStream,
        requestSerialize: (message: object) => encodeMessage(request, message),
        requestDeserialize: (bytes: Buffer) => decodeMessage(request, bytes),
        responseSerialize: (message: object) => encodeMessage(response, message),
        responseDeserialize: (bytes: Buffer) => decodeMessage(response, bytes),
      },
    ]),
  )
}
