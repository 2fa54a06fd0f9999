// Upstream: RFC 9113, section 4 (HTTP Frames)
import { Http2Error } from './http2-error.ts'

/** Types of frames that mean something to a client. */
export const types = {
  data: 0,
  headers: 1,
  rstStream: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const

/** Flags of frames: `ack` of settings and pings, the others of data and headers. */
export const flags = { endStream: 1, ack: 1, endHeaders: 4, padded: 8, priority: 0x20 } as const

/** A frame as it came. `payload` is a view of what was received. */
export interface Frame {
  readonly type: number
  readonly flags: number
  readonly stream: number
  readonly payload: Buffer
}

const headSize = 9
/** Bytes of a frame's payload, of either side that has not said otherwise. */
export const usualFrameSize = 16_384

/** The head of a frame, with its payload where that is given; else it is to follow. */
export function frame(type: number, flag: number, stream: number, size: number, payload?: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(headSize + (payload === undefined ? 0 : size))
  bytes.writeUIntBE(size, 0, 3)
  bytes[3] = type
  bytes[4] = flag
  bytes.writeUInt32BE(stream, 5)
  if (payload !== undefined) bytes.set(payload, headSize)
  return bytes
}

/** A payload of numbers of four bytes each. */
export function uint32s(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(4 * numbers.length)
  for (const [i, number] of numbers.entries()) bytes.writeUInt32BE(number, 4 * i)
  return bytes
}

/** What pads a frame, and what says its priority, is not of its content. Throws an {@link Http2Error}. */
export function contentOf({ type, flags: flag, payload }: Frame): Buffer {
  const isPadded = (flag & flags.padded) !== 0
  const hasPriority = type === types.headers && (flag & flags.priority) !== 0
  const start = (isPadded ? 1 : 0) + (hasPriority ? 5 : 0)
  const end = payload.length - (isPadded ? (payload[0] ?? 0) : 0)
  if (start > end) throw new Http2Error('PROTOCOL_ERROR', 'a frame is shorter than its padding')
  return payload.subarray(start, end)
}

/** The frames of a connection, of pieces that begin and end anywhere. */
export class FrameParser {
  private readonly told: (frame: Frame) => void
  private rest: Buffer | undefined

  constructor(told: (frame: Frame) => void) {
    this.told = told
  }

  /** Throws an {@link Http2Error}, and what `told` throws. */
  take(piece: Buffer): void {
    const data = this.rest === undefined ? piece : Buffer.concat([this.rest, piece])
    let at = 0
    while (data.length - at >= headSize) {
      const size = data.readUIntBE(at, 3)
      if (size > usualFrameSize) throw new Http2Error('FRAME_SIZE_ERROR', 'http2: frame too large')
      const end = at + headSize + size
      if (end > data.length) break
      const payload = data.subarray(at + headSize, end)
      this.told({
        type: data[at + 3]!,
        flags: data[at + 4]!,
        stream: data.readUInt32BE(at + 5) & 0x7fffffff,
        payload,
      })
      at = end
    }
    this.rest = at === data.length ? undefined : data.subarray(at)
  }
}
