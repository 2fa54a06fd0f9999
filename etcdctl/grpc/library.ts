// gRPC, imported when it is needed: it takes longer to load than everything else.
export * as grpc from '@grpc/grpc-js'
