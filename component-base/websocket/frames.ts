// Upstream: golang.org/x/net/websocket (hybi.go), RFC 6455
import { createHash, randomBytes } from 'node:crypto'

/** The kinds of frames: data, and those that rule the connection. */
export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

/** The status codes of a close frame: why a connection ends. */
export const closeCodes = { normal: 1000, protocolError: 1002, tooBig: 1009 } as const

/** Bytes of the payload of a frame that rules the connection. */
export const maxControl = 125

const magic = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

/** The value of Sec-WebSocket-Accept for a client's key. */
export const acceptanceOf = (key: string): string =>
  createHash('sha1').update(`${key}${magic}`).digest('base64')

/** The head of an unmasked, whole frame. @param size bytes of its payload */
export function frameHead(opcode: number, size: number): Buffer {
  const head = Buffer.alloc(size < 126 ? 2 : size < 65536 ? 4 : 10)
  head[0] = 0x80 | opcode
  head[1] = size < 126 ? size : size < 65536 ? 126 : 127
  if (head.length === 4) head.writeUInt16BE(size, 2)
  if (head.length === 10) head.writeBigUInt64BE(BigInt(size), 2)
  return head
}

/** A whole frame without a mask, as servers send. */
export const plainFrame = (opcode: number, payload: Buffer): Buffer =>
  Buffer.concat([frameHead(opcode, payload.length), payload])

/** A whole frame with a mask, as clients send. */
export function maskedFrame(opcode: number, payload: Buffer): Buffer {
  const head = frameHead(opcode, payload.length)
  head[1]! |= 0x80
  const mask = randomBytes(4)
  return Buffer.concat([head, mask, unmasked(mask, payload)])
}

/** The payload of a frame that ends a connection. */
export function closePayload(code: number): Buffer {
  const payload = Buffer.alloc(2)
  payload.writeUInt16BE(code)
  return payload
}

/** The first bytes of a frame, read. */
export interface FrameHead {
  readonly opcode: number
  /** Whether the message ends with it. */
  readonly final: boolean
  readonly masked: boolean
  /** The place of the payload, behind length and mask. */
  readonly start: number
  readonly size: number
}

/** The head of a frame; undefined where not all of the head has come. */
export function headOf(bytes: Buffer): FrameHead | undefined {
  if (bytes.length < 2) return undefined
  const [opcode, masked, length] = [bytes[0]! & 15, bytes[1]! > 127, bytes[1]! & 127]
  const wide = length === 126 ? 2 : length === 127 ? 8 : 0
  const start = 2 + wide + (masked ? 4 : 0)
  if (bytes.length < start) return undefined
  const size = wide === 0 ? length : wide === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
  return { opcode, final: bytes[0]! > 127, masked, start, size }
}

/** The payload under its mask of four bytes; masking is the same. */
export function unmasked(mask: Buffer, payload: Buffer): Buffer {
  const plain = Buffer.allocUnsafe(payload.length)
  for (let i = 0; i < payload.length; i++) plain[i] = payload[i]! ^ mask[i & 3]!
  return plain
}
