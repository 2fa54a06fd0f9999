// gRPC and the API's definition, loaded when they are needed.
import { join } from 'node:path'
import type { MessageTypeDefinition, MethodDefinition, PackageDefinition } from '@grpc/proto-loader'
import { packageRoot } from '../../component-base/package-root.ts'
import type { NextFilter, NextItem } from './messages.ts'
import type { EndpointValue, OpItem, ServiceValue, WatchReq } from './sets/messages.ts'

/** The folder of the .proto files in the package. */
const protoFolder = join(packageRoot, 'kube-proxy-sim/node-api/proto')

/** Encodes the API's messages. */
export interface NodeApiCodec {
  encodeItem: (item: Partial<NextItem>) => Buffer
  encodeOp: (op: OpItem) => Buffer
  encodeService: (service: ServiceValue) => Buffer
  encodeEndpoint: (endpoint: EndpointValue) => Buffer
}

/** gRPC's library, and the methods of the API as it reads and writes them. */
export interface NodeApiDefinition extends NodeApiCodec {
  grpc: typeof import('@grpc/grpc-js')
  all: PackageDefinition
  /** localnetv1.Endpoints/Next: path, and how messages are read and written. */
  next: MethodDefinition<NextFilter, Partial<NextItem>, NextFilter, NextItem>
  /** localv1.Sets/Watch. */
  watch: MethodDefinition<WatchReq, OpItem, WatchReq, OpItem>
}

/** Loads gRPC's library, and the API's definition from proto/. */
export async function loadNodeApi(): Promise<NodeApiDefinition> {
  const { grpc, load } = await import('./grpc-libraries.ts')
  const all = await load(['localnetv1.proto', 'localv1.proto'], {
    includeDirs: [protoFolder],
    keepCase: true,
    longs: String,
    enums: String,
    defaults: true,
  })
  const endpoints = all['localnetv1.Endpoints'] as unknown as { Next: NodeApiDefinition['next'] }
  const sets = all['localv1.Sets'] as unknown as { Watch: NodeApiDefinition['watch'] }
  const encoder = (name: string) => (all[name] as MessageTypeDefinition<object, object>).serialize
  return {
    grpc,
    all,
    next: endpoints.Next,
    watch: sets.Watch,
    encodeItem: endpoints.Next.responseSerialize,
    encodeOp: sets.Watch.responseSerialize,
    encodeService: encoder('localv1.Service'),
    encodeEndpoint: encoder('localv1.Endpoint'),
  }
}
