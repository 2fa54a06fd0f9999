import type { ProtoWriter } from './protobuf-wire.ts'

/** Writes a JSON value as the content of a protobuf message, and reads it. */
export interface MessageCodec {
  write(value: unknown, out: ProtoWriter): void
  read(data: Buffer): unknown
}

/** The content of a message that has been written before, in the place of the value that it is of. */
export class WrittenMessage {
  readonly bytes: Buffer
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
}
