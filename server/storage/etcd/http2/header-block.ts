// Upstream: RFC 7541 (HPACK), without a dynamic table: this side asks for none and uses none.

import { Http2Error } from './http2-error.ts'
import { decodeHuffman } from './huffman.ts'

/** Names in lower case; of a name that comes twice, the last value. */
export type HeaderMap = Readonly<Record<string, string>>

/** RFC 7541, Appendix A. From 1 on. */
const staticTable: readonly (readonly [name: string, value: string])[] = [
  ['', ''],
  [':authority', ''],
  [':method', 'GET'],
  [':method', 'POST'],
  [':path', '/'],
  [':path', '/index.html'],
  [':scheme', 'http'],
  [':scheme', 'https'],
  ...['200', '204', '206', '304', '400', '404', '500'].map((status) => [':status', status] as const),
  ['accept-charset', ''],
  ['accept-encoding', 'gzip, deflate'],
  ...(
    'accept-language accept-ranges accept access-control-allow-origin age allow authorization cache-control content-disposition ' +
    'content-encoding content-language content-length content-location content-range content-type cookie date etag expect expires ' +
    'from host if-match if-modified-since if-none-match if-range if-unmodified-since last-modified link location max-forwards ' +
    'proxy-authenticate proxy-authorization range referer refresh retry-after server set-cookie strict-transport-security ' +
    'transfer-encoding user-agent vary via www-authenticate'
  )
    .split(' ')
    .map((name) => [name, ''] as const),
]

/** A block that stands for itself: nothing of it is to be remembered. */
export function encodeHeaders(headers: readonly (readonly [name: string, value: string])[]): Buffer {
  const literal = (text: string): Buffer => {
    const bytes = Buffer.from(text)
    return Buffer.concat([integer(bytes.length, 7, 0), bytes])
  }
  return Buffer.concat(
    headers.flatMap(([name, value]) => {
      const whole = staticTable.findIndex(([itsName, itsValue]) => itsName === name && itsValue === value)
      return whole > 0 ? [integer(whole, 7, 0x80)] : [Buffer.from([0]), literal(name), literal(value)]
    }),
  )
}

/** @param bits of the first octet that the number may take; `above`: those before them */
function integer(value: number, bits: number, above: number): Buffer {
  const most = 2 ** bits - 1
  if (value < most) return Buffer.from([above | value])
  const octets = [above | most]
  let rest = value - most
  for (; rest >= 128; rest = Math.floor(rest / 128)) octets.push((rest % 128) | 128)
  return Buffer.from([...octets, rest])
}

/** Throws an {@link Http2Error}. */
export function decodeHeaders(block: Buffer): HeaderMap {
  const reader = new BlockReader(block)
  const headers: Record<string, string> = Object.create(null) as Record<string, string>
  while (!reader.atEnd) {
    const [name, value] = reader.field() ?? ['', '']
    if (name !== '') headers[name] = value
  }
  return headers
}

class BlockReader {
  private readonly block: Buffer
  private at = 0

  constructor(block: Buffer) {
    this.block = block
  }

  get atEnd(): boolean {
    return this.at >= this.block.length
  }

  /** The next header field; undefined: it was a size update of the dynamic table, which stays empty. */
  field(): readonly [string, string] | undefined {
    const start = this.block[this.at]!
    if (start >= 0x80) return this.known(this.integer(7))
    if (start >= 0x40) return this.literal(6)
    if (start < 0x20) return this.literal(4)
    this.integer(5)
    return undefined
  }

  private literal(bits: number): readonly [string, string] {
    const index = this.integer(bits)
    const name = index === 0 ? this.text() : this.known(index)[0]
    return [name, this.text()]
  }

  private known(index: number): readonly [string, string] {
    const found = index === 0 ? undefined : staticTable[index]
    if (found === undefined) throw compression()
    return found
  }

  private text(): string {
    const isCoded = this.block[this.at]! >= 0x80
    const size = this.integer(7)
    const bytes = this.block.subarray(this.at, this.at + size)
    this.at += size
    const octets = isCoded ? decodeHuffman(bytes) : bytes
    if (octets === undefined || this.at > this.block.length) throw compression()
    return octets.toString('latin1')
  }

  private integer(bits: number): number {
    const most = 2 ** bits - 1
    let value = this.octet() & most
    if (value < most) return value
    for (let scale = 1; scale < 2 ** 28; scale *= 128) {
      const octet = this.octet()
      value += (octet & 127) * scale
      if (octet < 128) return value
    }
    throw compression()
  }

  private octet(): number {
    const octet = this.block[this.at++]
    if (octet === undefined) throw compression()
    return octet
  }
}

const compression = (): Http2Error => new Http2Error('COMPRESSION_ERROR', 'headers cannot be read')
