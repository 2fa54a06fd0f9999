import type { ProtoWriter } from './protobuf-wire.ts'

/** Writes a JSON value as the content of a protobuf message, and reads it. */
export interface MessageCodec {
  write(value: unknown, out: ProtoWriter): void
  read(data: Buffer): unknown
}
