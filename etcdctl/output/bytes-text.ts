import { goQuote } from '../../component-base/go/quote.ts'

/** The length in bytes of a UTF-8 character, by its first byte. */
const lengthOf = (first: number): number => (first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4)
const hex = (byte: number): string => `\\x${byte.toString(16).padStart(2, '0')}`

/** Go's `%q` of a string that may be no text. */
export function quoteBytes(bytes: Buffer): string {
  let out = ''
  for (let at = 0; at < bytes.length; ) {
    const piece = bytes.subarray(at, at + lengthOf(bytes[at]!))
    const text = piece.toString()
    const whole = Buffer.from(text).equals(piece)
    out += whole ? goQuote(text).slice(1, -1) : hex(bytes[at]!)
    at += whole ? piece.length : 1
  }
  return `"${out}"`
}

/** `--hex`: every byte as `\x2f`. */
export const hexBytes = (bytes: Buffer): string => [...bytes].map(hex).join('')

/** Upstream: github.com/dustin/go-humanize (Bytes) */
export function humanBytes(count: number): string {
  if (count < 10) return `${count} B`
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB']
  const exponent = Math.floor(Math.log(count) / Math.log(1000))
  const value = Math.floor((count / 1000 ** exponent) * 10 + 0.5) / 10
  return `${value < 10 ? value.toFixed(1) : halfToEven(value)} ${units[exponent]}`
}

/** The value rounded as Go rounds numbers for printing: half to even. */
const halfToEven = (value: number): number =>
  value % 1 === 0.5 && Math.floor(value) % 2 === 0 ? Math.floor(value) : Math.round(value)
