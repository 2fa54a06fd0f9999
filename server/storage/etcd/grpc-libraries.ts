// gRPC, imported as one when it is needed: it takes longer to load than everything else.
export * as grpc from '@grpc/grpc-js'
export { load } from '@grpc/proto-loader'
