// gRPC and the API's definition, loaded when they are needed: they take longer to load than everything else.
import { join } from 'node:path'
import type { PackageDefinition } from '@grpc/proto-loader'
import { packageRoot } from '../../component-base/package-root.ts'
import type { NextItem } from './messages.ts'

/** The folder of the .proto files in the package. */
const protoFolder = join(packageRoot, 'kube-proxy-sim/node-api/proto')

export interface NodeApiDefinition {
  grpc: typeof import('@grpc/grpc-js')
  all: PackageDefinition
  /** Path, and how messages are read and written. */
  next: {
    path: string
    requestStream: boolean
    responseStream: boolean
    requestSerialize: (value: object) => Buffer
    requestDeserialize: (bytes: Buffer) => object
    responseSerialize: (value: object) => Buffer
    responseDeserialize: (bytes: Buffer) => object
  }
  encodeItem: (item: Partial<NextItem>) => Buffer
}

export async function loadNodeApi(): Promise<NodeApiDefinition> {
  const [grpc, { load }] = await Promise.all([import('@grpc/grpc-js'), import('@grpc/proto-loader')])
  const all = await load('localnetv1.proto', {
    includeDirs: [protoFolder],
    keepCase: true,
    longs: String,
    enums: String,
    defaults: true,
  })
  const service = all['localnetv1.Endpoints'] as unknown as { Next: NodeApiDefinition['next'] }
  return { grpc, all, next: service.Next, encodeItem: (item) => service.Next.responseSerialize(item) }
}
