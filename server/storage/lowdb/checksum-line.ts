import { crc32 } from 'node:zlib'

// A line that tells whether it is what was written: CRC-32 of the rest (8 hex digits), a space, the rest, a line break.
// The rest holds no line break.

/** The number in 8 hexadecimal digits. */
export const hex = (n: number): string => n.toString(16).padStart(8, '0')
const newline = Buffer.from('\n')

/** A line that consists of a checksum, the parts and a line break. */
export function sealLine(...parts: (string | Buffer)[]): Buffer {
  const buffers = parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))
  const sum = buffers.reduce((before, part) => crc32(part, before), 0)
  return Buffer.concat([Buffer.from(`${hex(sum)} `), ...buffers, newline])
}

/** The text behind the checksum of a line (given without its line break); undefined where the checksum does not fit. */
export function openLine(line: Buffer): Buffer | undefined {
  if (line.length < 10 || line[8] !== 0x20) return undefined
  const body = line.subarray(9)
  return line.toString('latin1', 0, 8) === hex(crc32(body)) ? body : undefined
}

/** A line of a file without its line break; `ended` is false for a last one that has none. */
export interface FileLine {
  bytes: Buffer
  /** The offset of the line's first byte in the file. */
  offset: number
  /** Counted from 1. */
  number: number
  ended: boolean
}

/** The lines of a file with their places; the last one may lack its line break. */
export function* linesOf(content: Buffer): Generator<FileLine> {
  let number = 0
  for (let offset = 0; offset < content.length; ) {
    const found = content.indexOf(10, offset)
    const end = found < 0 ? content.length : found
    yield { bytes: content.subarray(offset, end), offset, number: ++number, ended: found >= 0 }
    offset = end + 1
  }
}
