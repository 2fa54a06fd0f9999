// The distinguished encoding of ASN.1, as far as certificates need it. ITU-T X.690

/** An encoded value with its tag and length. */
export type Der = Buffer

function tagged(tag: number, ...parts: readonly Buffer[]): Der {
  const content = Buffer.concat(parts)
  const { length } = content
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content])
  const digits = length < 0x100 ? [length] : [length >> 8, length & 0xff]
  if (length > 0xffff) throw new Error(`a value of ${length} bytes is too long for a certificate`)
  return Buffer.concat([Buffer.from([tag, 0x80 | digits.length, ...digits]), content])
}

/** Base 128, the highest digit first; all but the last one are marked. */
function septets(value: number): number[] {
  const digits = [value & 0x7f]
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) digits.unshift((rest & 0x7f) | 0x80)
  return digits
}

function identifier(id: string): Der {
  const [first = 0, second = 0, ...rest] = id.split('.').map(Number)
  return tagged(0x06, Buffer.from([40 * first + second, ...rest.flatMap(septets)]))
}

/** Matches texts that Go's encoder writes as a PrintableString. */
const printable = /^[A-Za-z0-9 '()+,\-./:=?]*$/

const twoDigits = (n: number): string => String(n).padStart(2, '0')

/** To the second, with two digits of the year where that is in X.509's first century. */
function time(ms: number): Der {
  const date = new Date(ms)
  const year = date.getUTCFullYear()
  const rest = [
    date.getUTCMonth() + 1,
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  ]
  const isShort = year >= 1950 && year < 2050
  const text = `${isShort ? twoDigits(year % 100) : String(year).padStart(4, '0')}${rest.map(twoDigits).join('')}Z`
  return tagged(isShort ? 0x17 : 0x18, Buffer.from(text))
}

/** Encoders of values. Each throws an Error for more than 65,535 bytes. */
export const der = {
  sequence: (...parts: readonly Der[]): Der => tagged(0x30, ...parts),
  set: (...parts: readonly Der[]): Der => tagged(0x31, ...parts),
  /** @param bytes of a number that is not negative, the highest first */
  integer: (bytes: Buffer): Der => tagged(0x02, bytes[0]! < 0x80 ? bytes : Buffer.from([0, ...bytes])),
  true: tagged(0x01, Buffer.from([0xff])),
  octets: (bytes: Buffer): Der => tagged(0x04, bytes),
  /** @param unused bits at the end that do not count */
  bits: (bytes: Buffer, unused = 0): Der => tagged(0x03, Buffer.from([unused]), bytes),
  /** @param id as `2.5.29.19` */
  identifier,
  /** A text as a PrintableString where that can hold it, else as a UTF8String. */
  text: (text: string): Der => tagged(printable.test(text) ? 0x13 : 0x0c, Buffer.from(text)),
  /** @param ms since the epoch, in the years from 0 to 9999 */
  time,
  /** A value of a tag that the context gives a meaning. @param constructed it is made of other values */
  context: (tag: number, constructed: boolean, ...parts: readonly Buffer[]): Der =>
    tagged(0x80 | (constructed ? 0x20 : 0) | tag, ...parts),
} as const

/** The values that a constructed one is made of. Throws an Error where it is broken off. */
export function derParts(bytes: Der): Der[] {
  const parts: Der[] = []
  const whole = contentOf(bytes, 0)
  for (let at = whole.from; at < whole.to; ) {
    const { to } = contentOf(bytes, at)
    parts.push(bytes.subarray(at, to))
    at = to
  }
  return parts
}

function contentOf(bytes: Buffer, at: number): { from: number; to: number } {
  const first = bytes[at + 1] ?? 0
  const digits = first < 0x80 ? 0 : first & 0x7f
  const from = at + 2 + digits
  let length = digits === 0 ? first : 0
  for (let i = 0; i < digits; i++) length = length * 256 + (bytes[at + 2 + i] ?? 0)
  if (digits > 4 || from + length > bytes.length) throw new Error('the encoding is broken off')
  return { from, to: from + length }
}
