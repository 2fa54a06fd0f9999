import { parseCIDR, parseIP } from '../../../component-base/go/net.ts'
import { familyOf, type IPFamily } from '../../../component-base/ip-family.ts'

/** A network with its host bits cleared. */
export interface IPRange {
  family: IPFamily
  bits: number
  /** First and last address. */
  first: bigint
  last: bigint
}

/** The bits of an address of the family. */
export const widthOf = (family: IPFamily): number => (family === 'IPv6' ? 128 : 32)

/** Canonical text of an address, read as leniently as Go's ParseIPSloppy; undefined where it is none. */
export const canonicalIP = (text: string): string | undefined => parseIP(text, { sloppy: true })

/** `ip:port` or `[ip]:port`. */
export const hostPort = (ip: string, port: number): string =>
  ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`

/** The parts of `ip`, `ip:port`, `[ip]` or `[ip]:port`, the address canonical; undefined where the text is none of these. */
export function parseHostPort(text: string): { ip: string; port: number | undefined } | undefined {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+|[^:]*:[^:]*:.*?))(?::(\d+))?$/.exec(text) ?? []
  // Without brackets what follows the last colon of an IPv6 address is a part of it.
  const isWhole = bracketed === undefined && plain?.includes(':') === true
  const ip = canonicalIP(isWhole ? text : (bracketed ?? plain ?? ''))
  if (ip === undefined) return undefined
  return { ip, port: isWhole || port === undefined ? undefined : Number(port) }
}

/** The 4 or 16 bytes of a canonical address. */
export function ipBytes(ip: string): number[] {
  if (!ip.includes(':')) return ip.split('.').map(Number)
  const [head, tail] = ip.split('::')
  const groups = (text: string | undefined): number[] =>
    text === undefined || text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
  const [left, right] = [groups(head), groups(tail)]
  const zeros = tail === undefined ? [] : new Array<number>(8 - left.length - right.length).fill(0)
  return [...left, ...zeros, ...right].flatMap((group) => [group >> 8, group & 255])
}

/** A canonical address as a number, for comparing. */
export const ipNumber = (ip: string): bigint =>
  ipBytes(ip).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)

/** Canonical text of an address given as a number. */
export function ipText(value: bigint, family: IPFamily): string {
  const hex = value.toString(16).padStart(widthOf(family) / 4, '0')
  if (family === 'IPv6') return parseIP(hex.match(/.{4}/g)!.join(':'))!
  return hex
    .match(/.{2}/g)!
    .map((byte) => Number.parseInt(byte, 16))
    .join('.')
}

/** The network of a CIDR, or undefined where the text is none. */
export function ipRange(text: string): IPRange | undefined {
  let parsed: { ip: string; bits: number }
  try {
    parsed = parseCIDR(text, { sloppy: true })
  } catch {
    return undefined
  }
  const family = familyOf(parsed.ip)
  const size = 1n << BigInt(widthOf(family) - parsed.bits)
  const first = (ipNumber(parsed.ip) / size) * size
  return { family, bits: parsed.bits, first, last: first + size - 1n }
}

/** The range as a CIDR in canonical form. */
export const rangeText = (range: IPRange): string => `${ipText(range.first, range.family)}/${range.bits}`

/** Whether an address lies in a range of its own family. */
export function contains(range: IPRange, ip: string): boolean {
  if (familyOf(ip) !== range.family) return false
  const value = ipNumber(ip)
  return value >= range.first && value <= range.last
}
