// IP addresses and CIDRs. Upstream: k8s.io/apiserver/pkg/cel/library/ip.go, cidr.go; Go's net/netip
import { goQuote } from '../../../component-base/go/quote.ts'
import { opaque } from '../../types/type.ts'
import { noSuchOverload } from '../../values/equality.ts'
import { CelError, type CelValue, type LibraryValue } from '../../values/value.ts'
import type { Functions } from './functions.ts'

const ipType = opaque('net.IP')
const cidrType = opaque('net.CIDR')

/** The bits of an address, as one number, with its text in canonical form. */
class IP implements LibraryValue {
  readonly kind = 'library'
  readonly type = ipType
  readonly text: string
  readonly bits: bigint
  readonly length: 32 | 128

  constructor(bits: bigint, length: 32 | 128) {
    this.bits = bits
    this.length = length
    this.text = textOf(bits, length)
  }
  get size(): number {
    return this.length / 8
  }
  equals(other: LibraryValue): boolean {
    return other instanceof IP && other.text === this.text
  }
  toString(): string {
    return this.text
  }
  within(prefix: bigint, ones: number): boolean {
    return prefix >> BigInt(this.length - ones) === this.bits >> BigInt(this.length - ones)
  }
}

class CIDR implements LibraryValue {
  readonly kind = 'library'
  readonly type = cidrType
  readonly ip: IP
  readonly ones: number

  constructor(ip: IP, ones: number) {
    this.ip = ip
    this.ones = ones
  }
  get size(): number {
    return Math.ceil(this.ones / 8)
  }
  equals(other: LibraryValue): boolean {
    return other instanceof CIDR && other.ones === this.ones && other.ip.equals(this.ip)
  }
  toString(): string {
    return `${this.ip}/${this.ones}`
  }
}

function textOf(bits: bigint, length: 32 | 128): string {
  if (length === 32) return [24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 255n).join('.')
  const groups = Array.from({ length: 8 }, (_, i) => ((bits >> BigInt(112 - 16 * i)) & 0xffffn).toString(16))
  return new URL(`http://[${groups.join(':')}]/`).hostname.slice(1, -1)
}

const bad = (text: string, why: string, at?: string): CelError =>
  new CelError(`ParseAddr(${goQuote(text)}): ${why}${at === undefined ? '' : ` (at ${goQuote(at)})`}`)

/** The number of four fields with dots. @param part of the whole text, which errors show */
function parse4(text: string, part = text): bigint | CelError {
  let [bits, rest] = [0n, part]
  for (let count = 0; ; count++) {
    const [digits] = /^\d*/.exec(rest)!
    if (digits.length > 1 && digits.startsWith('0'))
      return bad(text, 'IPv4 field has octet with leading zero')
    if (Number(digits) > 255) return bad(text, 'IPv4 field has value >255')
    const next = rest[digits.length]
    if (next !== undefined && next !== '.')
      return bad(text, 'unexpected character', rest.slice(digits.length))
    if (digits === '') return bad(text, 'IPv4 field must have at least one digit', rest)
    bits = (bits << 8n) | BigInt(digits)
    if (next === undefined) return count === 3 ? bits : bad(text, 'IPv4 address too short')
    if (count === 3) return bad(text, 'IPv4 address too long')
    rest = rest.slice(digits.length + 1)
  }
}

/** The state of reading an IPv6 address. */
interface Groups {
  readonly bytes: number[]
  /** The index in `bytes` at which `::` stands; -1: nowhere. */
  gap: number
  rest: string
}

/** One group and what follows it; undefined to go on, true at the end. */
function group(text: string, found: Groups): CelError | true | undefined {
  const { rest, bytes } = found
  const [digits] = /^[0-9a-fA-F]*/.exec(rest)!
  if (digits.length > 4) return bad(text, 'each group must have 4 or less digits', rest)
  if (digits === '') return bad(text, 'each colon-separated field must have at least one digit', rest)
  if (rest[digits.length] === '.') return embedded(text, found)
  const value = Number.parseInt(digits, 16)
  bytes.push(value >> 8, value & 255)
  const after = rest.slice(digits.length)
  found.rest = after
  if (after === '') return true
  if (!after.startsWith(':')) return bad(text, 'unexpected character, want colon', after)
  if (after.length === 1) return bad(text, 'colon must be followed by more characters', after)
  found.rest = after.slice(1)
  if (!after.startsWith('::')) return undefined
  if (found.gap >= 0) return bad(text, 'multiple :: in address', after.slice(1))
  found.gap = bytes.length
  found.rest = after.slice(2)
  return found.rest === '' ? true : undefined
}

/** An IPv4 address at the end of an IPv6 address. */
function embedded(text: string, found: Groups): CelError | true {
  const { bytes, rest, gap } = found
  if (gap < 0 && bytes.length !== 12)
    return bad(text, 'embedded IPv4 address must replace the final 2 fields of the address', rest)
  if (bytes.length + 4 > 16)
    return bad(text, 'too many hex fields to fit an embedded IPv4 at the end of the address', rest)
  const bits = parse4(text, rest)
  if (bits instanceof CelError) return bits
  bytes.push(...[24n, 16n, 8n, 0n].map((shift) => Number((bits >> shift) & 255n)))
  found.rest = ''
  return true
}

function parse6(text: string): bigint | CelError {
  const found: Groups = { bytes: [], gap: -1, rest: text }
  if (text.startsWith('::')) {
    found.gap = 0
    found.rest = text.slice(2)
  }
  while (found.rest !== '' && found.bytes.length < 16) {
    const ended = group(text, found)
    if (ended instanceof CelError) return ended
    if (ended) break
  }
  const { bytes, gap, rest } = found
  if (rest !== '') return bad(text, 'trailing garbage after address', rest)
  if (bytes.length < 16 && gap < 0) return bad(text, 'address string too short')
  if (bytes.length === 16 && gap >= 0) return bad(text, 'the :: must expand to at least one field of zeros')
  const zeros = Array.from({ length: 16 - bytes.length }, () => 0)
  const all = gap < 0 ? bytes : [...bytes.slice(0, gap), ...zeros, ...bytes.slice(gap)]
  return all.reduce((bits, byte) => (bits << 8n) | BigInt(byte), 0n)
}

/** Go's netip.ParseAddr without zones. */
function parseAddress(text: string): IP | CelError {
  const sign = /[.:%]/.exec(text)?.[0]
  if (sign === undefined) return bad(text, 'unable to parse IP')
  if (sign === '%') return bad(text, 'missing IPv6 address')
  const bits = sign === '.' ? parse4(text) : parse6(text)
  return bits instanceof CelError ? bits : new IP(bits, sign === '.' ? 32 : 128)
}

const isMapped = ({ bits, length }: IP): boolean => length === 128 && bits >> 32n === 0xffffn

function parseIP(text: string): IP | CelError {
  const zone = text.includes(':') ? text.indexOf('%') : -1
  const ip = parseAddress(zone < 0 ? text : text.slice(0, zone))
  if (ip instanceof CelError)
    return new CelError(
      `IP Address ${goQuote(text)} parse error during conversion from string: ${ip.message}`,
    )
  if (zone >= 0) return new CelError(`IP address ${goQuote(text)} with zone value is not allowed`)
  return isMapped(ip) ? new CelError(`IPv4-mapped IPv6 address ${goQuote(text)} is not allowed`) : ip
}

const twice = 'network address parse error during conversion from string'

function parsePrefix(text: string): CIDR | CelError {
  const failed = (why: string): CelError =>
    new CelError(`${twice}: netip.ParsePrefix(${goQuote(text)}): ${why}`)
  const slash = text.lastIndexOf('/')
  if (slash < 0) return failed("no '/'")
  const front = text.slice(0, slash)
  const zone = front.includes(':') ? front.indexOf('%') : -1
  const ip = parseAddress(zone < 0 ? front : front.slice(0, zone))
  if (ip instanceof CelError) return failed(ip.message)
  if (zone >= 0) return failed('IPv6 zones cannot be present in a prefix')
  const ones = text.slice(slash + 1)
  if (!/^(0|[1-9]\d{0,2})$/.test(ones)) return failed(`bad bits after slash: ${goQuote(ones)}`)
  if (Number(ones) > ip.length) return failed('prefix length out of range')
  return new CIDR(ip, Number(ones))
}

function parseCIDR(text: string): CIDR | CelError {
  const cidr = parsePrefix(text)
  if (cidr instanceof CelError) return cidr
  return isMapped(cidr.ip) ? new CelError(`IPv4-mapped IPv6 address ${goQuote(text)} is not allowed`) : cidr
}

function toCIDR(text: string): CelValue {
  const cidr = parseCIDR(text)
  return cidr instanceof CelError ? new CelError(`${twice}: ${cidr.message}`) : cidr
}

/** The first bits of an address. */
const first = ({ bits, length }: IP, count: number): bigint => bits >> BigInt(length - count)

const isMulticast = (ip: IP): boolean => (ip.length === 32 ? first(ip, 4) === 0xen : first(ip, 8) === 0xffn)
const isLoopback = (ip: IP): boolean => (ip.length === 32 ? first(ip, 8) === 127n : ip.bits === 1n)
const isLinkLocal = (ip: IP): boolean =>
  ip.length === 32 ? first(ip, 16) === 0xa9fen : first(ip, 10) === 0b1111111010n
const isLinkLocalMulticast = (ip: IP): boolean =>
  ip.length === 32 ? first(ip, 24) === 0xe00000n : (first(ip, 16) & 0xff0fn) === 0xff02n
const isGlobal = (ip: IP): boolean =>
  ip.bits !== 0n &&
  !(ip.length === 32 && ip.bits === 0xffffffffn) &&
  !isLoopback(ip) &&
  !isMulticast(ip) &&
  !isLinkLocal(ip)

const asks =
  (holds: (ip: IP) => boolean) =>
  ([ip]: readonly CelValue[]): CelValue =>
    holds(ip as IP)

function containsIP([cidr, value]: readonly CelValue[]): CelValue {
  const ip = typeof value === 'string' ? parseIP(value) : (value as IP)
  // Upstream forgets why the text is no address.
  if (ip instanceof CelError) return noSuchOverload
  const { ip: base, ones } = cidr as CIDR
  return base.length === ip.length && ip.within(base.bits, ones)
}

function containsCIDR([cidr, value]: readonly CelValue[]): CelValue {
  const other = typeof value === 'string' ? toCIDR(value) : value
  if (other instanceof CelError) return other
  const [outer, inner] = [cidr as CIDR, other as CIDR]
  const alike = outer.ip.length === inner.ip.length && outer.ones <= inner.ones
  return alike && inner.ip.within(outer.ip.bits, outer.ones)
}

function masked([value]: readonly CelValue[]): CelValue {
  const { ip, ones } = value as CIDR
  const rest = BigInt(ip.length - ones)
  return new CIDR(new IP((ip.bits >> rest) << rest, ip.length), ones)
}

function isCanonical([text]: readonly CelValue[]): CelValue {
  const ip = parseIP(text as string)
  return ip instanceof CelError ? ip : ip.text === text
}

/** The functions on IP addresses and CIDRs, by the ids of their overloads. */
export const networkFunctions: Functions = {
  string_to_ip: ([text]) => parseIP(text as string),
  is_ip: ([text]) => !(parseIP(text as string) instanceof CelError),
  ip_to_string: ([ip]) => `${ip}`,
  ip_family: ([ip]) => ((ip as IP).length === 32 ? 4n : 6n),
  ip_is_canonical: isCanonical,
  ip_is_unspecified: asks(({ bits }) => bits === 0n),
  ip_is_loopback: asks(isLoopback),
  ip_is_link_local_multicast: asks(isLinkLocalMulticast),
  ip_is_link_local_unicast: asks(isLinkLocal),
  ip_is_global_unicast: asks(isGlobal),
  string_to_cidr: ([text]) => toCIDR(text as string),
  is_cidr: ([text]) => !(parseCIDR(text as string) instanceof CelError),
  cidr_to_string: ([cidr]) => `${cidr}`,
  cidr_ip: ([cidr]) => (cidr as CIDR).ip,
  cidr_prefix_length: ([cidr]) => BigInt((cidr as CIDR).ones),
  cidr_masked: masked,
  cidr_contains_ip_string: containsIP,
  cidr_contains_ip_ip: containsIP,
  cidr_contains_cidr_string: containsCIDR,
  cidr_contains_cidr: containsCIDR,
}
