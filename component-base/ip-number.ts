// IP addresses as bytes and as numbers.
import { parseCIDR, parseIP } from './go/net.ts'
import { familyOf, type IPFamily } from './ip-family.ts'

/** The bits of an address of the family. */
export const widthOf = (family: IPFamily): number => (family === 'IPv6' ? 128 : 32)

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

/** The first address of a network, whatever bits of its host are given: `10.96.0.0` of `10.96.0.1/16`. Throws as parseCIDR does. */
export function networkBase(
  cidr: string,
  options?: Parameters<typeof parseCIDR>[1],
): { first: bigint; bits: number; family: IPFamily } {
  const { ip, bits } = parseCIDR(cidr, options)
  const family = familyOf(ip)
  const host = BigInt(widthOf(family) - bits)
  return { first: (ipNumber(ip) >> host) << host, bits, family }
}

/** Canonical text of an address given as a number. */
export function ipText(value: bigint, family: IPFamily): string {
  const hex = value.toString(16).padStart(widthOf(family) / 4, '0')
  if (family === 'IPv6') return parseIP(hex.match(/.{4}/g)!.join(':'))!
  return hex
    .match(/.{2}/g)!
    .map((byte) => Number.parseInt(byte, 16))
    .join('.')
}
