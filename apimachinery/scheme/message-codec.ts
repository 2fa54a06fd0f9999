import type { ProtoWriter } from './protobuf-wire.ts'

/** Writes one JSON value as the content of a message, and reads it. */
export interface MessageCodec {
  write(value: unknown, out: ProtoWriter): void
  read(data: Buffer): unknown
}
