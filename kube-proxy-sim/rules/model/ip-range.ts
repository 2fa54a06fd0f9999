import { parseCIDR, parseIP } from '../../../component-base/go/net.ts'
import { familyOf, type IPFamily } from '../../../component-base/ip-family.ts'
import { ipNumber, ipText, widthOf } from '../../../component-base/ip-number.ts'

/** A network with its host bits cleared. */
export interface IPRange {
  family: IPFamily
  bits: number
  /** First and last address. */
  first: bigint
  last: bigint
}

/** Canonical text of an address, read as leniently as Go's ParseIPSloppy; undefined where it is none. */
export const canonicalIP = (text: string): string | undefined => parseIP(text, { sloppy: true })

/** The parts of `ip`, `ip:port`, `[ip]` or `[ip]:port`, the address canonical; undefined where the text is none of these. */
export function parseHostPort(text: string): { ip: string; port: number | undefined } | undefined {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+|[^:]*:[^:]*:.*?))(?::(\d+))?$/.exec(text) ?? []
  // Without brackets what follows the last colon of an IPv6 address is a part of it.
  const isWhole = bracketed === undefined && plain?.includes(':') === true
  const ip = canonicalIP(isWhole ? text : (bracketed ?? plain ?? ''))
  if (ip === undefined) return undefined
  return { ip, port: isWhole || port === undefined ? undefined : Number(port) }
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
