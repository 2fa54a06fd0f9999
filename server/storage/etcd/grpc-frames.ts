// Upstream: https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md (Length-Prefixed-Message)
import { GrpcError } from './grpc-error.ts'

const headSize = 5
/** The limit of a message in bytes: what a kube-apiserver accepts from etcd. */
const mostBytes = 2 ** 31 - 1

/** A message in its gRPC frame: uncompressed, after its length. */
export function framed(message: Buffer): Buffer {
  const frame = Buffer.allocUnsafe(headSize + message.length)
  frame[0] = 0
  frame.writeUInt32BE(message.length, 1)
  frame.set(message, headSize)
  return frame
}

/** The messages of a stream, of pieces that begin and end anywhere. */
export class FrameReader {
  private readonly told: (message: Buffer) => void
  private pieces: Buffer[] = []
  private size = 0
  /** Bytes until the next message is whole. */
  private wanted = headSize

  /** @param told is given views of what was received */
  constructor(told: (message: Buffer) => void) {
    this.told = told
  }

  /** Throws a {@link GrpcError}. */
  take(piece: Buffer): void {
    this.pieces.push(piece)
    this.size += piece.length
    if (this.size < this.wanted) return
    const data = this.pieces.length === 1 ? piece : Buffer.concat(this.pieces, this.size)
    const rest = data.subarray(this.tellOf(data))
    this.pieces = rest.length === 0 ? [] : [rest]
    this.size = rest.length
  }

  /** Tells all whole messages of `data`; answers the offset at which an incomplete message begins. */
  private tellOf(data: Buffer): number {
    let at = 0
    for (;;) {
      this.wanted = headSize
      if (data.length - at < headSize) return at
      if (data[at] !== 0) throw new GrpcError('Internal', 'grpc: the message is compressed')
      const size = data.readUInt32BE(at + 1)
      if (size > mostBytes)
        throw new GrpcError(
          'ResourceExhausted',
          `grpc: received message larger than max (${size} vs. ${mostBytes})`,
        )
      this.wanted += size
      if (data.length - at < this.wanted) return at
      this.told(data.subarray(at + headSize, at + this.wanted))
      at += this.wanted
    }
  }
}
