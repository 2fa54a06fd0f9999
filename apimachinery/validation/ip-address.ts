// Upstream: k8s.io/utils/internal/third_party/forked/golang/net/{ip,parse}.go (net.ParseIP as it was before Go 1.17)

/** An IP address as Go's net.IP: 128 bits; IPv4 is the mapped form, so `::ffff:1.2.3.4` and `1.2.3.4` are the same. */
export interface IPAddress {
  readonly bits: bigint
  /** 4 also for IPv4-mapped IPv6. */
  readonly family: 4 | 6
}

/** A network in CIDR notation, with the address that was written before the slash. */
export interface IPNet {
  /** The address before the slash, whole. */
  readonly address: IPAddress
  /** The first address of the network. */
  readonly network: IPAddress
  /** Length of the prefix in bits of the family (of 32 or 128). */
  readonly prefixLength: number
  /** Bits of the address as it was written: an IPv4-mapped prefix has 128. */
  readonly writtenBits: 32 | 128
}

const mappedPrefix = 0xffffn << 32n
const isMapped = (bits: bigint): boolean => bits >> 32n === 0xffffn
/** The address of 128 bits; an IPv4-mapped one is of family 4, as in Go's net.IP. */
export const ipFromBits = (bits: bigint): IPAddress => ({ bits, family: isMapped(bits) ? 4 : 6 })
const ipv4FromNumber = (value: bigint): IPAddress => ({ bits: mappedPrefix | value, family: 4 })

const digits = /^[0-9]+$/

/** Leading zeros are ignored (`010.1.2.3` is 10.1.2.3), as in old releases of Go. */
function parseIPv4(text: string): bigint | undefined {
  const octets = text.split('.')
  if (octets.length !== 4) return undefined
  let value = 0
  for (const octet of octets) {
    if (!digits.test(octet) || Number(octet) > 255) return undefined
    value = value * 256 + Number(octet)
  }
  return BigInt(value)
}

function parseGroups(text: string): bigint[] | undefined {
  if (text === '') return []
  const parts = text.split(':')
  const groups: bigint[] = []
  for (const [i, part] of parts.entries()) {
    if (i === parts.length - 1 && part.includes('.')) {
      const embedded = parseIPv4(part)
      if (embedded === undefined) return undefined
      groups.push(embedded >> 16n, embedded & 0xffffn)
      continue
    }
    if (!/^[0-9a-fA-F]+$/.test(part)) return undefined
    const value = BigInt(`0x${part}`)
    if (value > 0xffffn) return undefined
    groups.push(value)
  }
  return groups
}

function parseIPv6(text: string): bigint | undefined {
  const gap = text.indexOf('::')
  const head = parseGroups(gap < 0 ? text : text.slice(0, gap))
  const tail = gap < 0 ? [] : parseGroups(text.slice(gap + 2))
  if (head === undefined || tail === undefined) return undefined
  const missing = 8 - head.length - tail.length
  if (gap < 0 ? missing !== 0 : missing < 1 || text.slice(0, gap).includes('.')) return undefined
  const groups = [...head, ...Array<bigint>(missing).fill(0n), ...tail]
  return groups.reduce((sum, group) => (sum << 16n) | group, 0n)
}

/**
 * The address in a text, undefined where it is none. Leading zeros are allowed in IPv4, zones are not. Upstream:
 * netutils.ParseIPSloppy
 */
export function parseIPSloppy(text: string): IPAddress | undefined {
  const separator = /[.:]/.exec(text)?.[0]
  if (separator === '.') {
    const value = parseIPv4(text)
    return value === undefined ? undefined : ipv4FromNumber(value)
  }
  if (separator !== ':') return undefined
  const bits = parseIPv6(text)
  return bits === undefined ? undefined : ipFromBits(bits)
}

/** The network in a text, undefined where it is none. Upstream: netutils.ParseCIDRSloppy */
export function parseCIDRSloppy(text: string): IPNet | undefined {
  const slash = text.indexOf('/')
  if (slash < 0) return undefined
  const address = parseIPSloppy(text.slice(0, slash))
  const mask = text.slice(slash + 1)
  if (address === undefined || !/^[0-9]+$/.test(mask)) return undefined
  const writtenBits = text.slice(0, slash).includes(':') ? 128 : 32
  const length = Number(mask)
  if (length > writtenBits) return undefined
  const hostBits = BigInt(writtenBits - length)
  const network = ipFromBits((address.bits >> hostBits) << hostBits)
  const mapped = writtenBits === 128 && network.family === 4
  return { address, network, prefixLength: mapped ? length - 96 : length, writtenBits }
}

/** net.IP.String: dotted for IPv4 (also mapped), RFC 5952 for IPv6. */
export function ipToString(ip: IPAddress): string {
  if (ip.family === 4) return [24n, 16n, 8n, 0n].map((shift) => (ip.bits >> shift) & 255n).join('.')
  const groups = Array.from({ length: 8 }, (_, i) => (ip.bits >> BigInt(112 - 16 * i)) & 0xffffn)
  const run = longestZeroRun(groups)
  const hex = (part: bigint[]): string => part.map((g) => g.toString(16)).join(':')
  if (run === undefined) return hex(groups)
  return `${hex(groups.slice(0, run.from))}::${hex(groups.slice(run.to))}`
}

function longestZeroRun(groups: bigint[]): { from: number; to: number } | undefined {
  let best: { from: number; to: number } | undefined
  for (let from = 0; from < 8; from++) {
    let to = from
    while (to < 8 && groups[to] === 0n) to++
    if (to - from > 1 && (best === undefined || to - from > best.to - best.from)) best = { from, to }
    from = Math.max(from, to - 1)
  }
  return best
}

/** The network in canonical form, as net.IPNet's String has it. */
export const cidrToString = (net: IPNet): string => `${ipToString(net.network)}/${net.prefixLength}`

/** The number of bits in addresses of the network. */
export const networkBits = (net: IPNet): 32 | 128 => (net.network.family === 4 ? 32 : 128)

/** Whether an address lies in a network of its own family. */
export function cidrContains(net: IPNet, ip: IPAddress): boolean {
  if (ip.family !== net.network.family) return false
  const hostBits = BigInt(networkBits(net) - net.prefixLength)
  return ip.bits >> hostBits === net.network.bits >> hostBits
}

/** The canonical text of an address that netip.ParseAddr reads: IPv4-mapped addresses and zones stay. */
export function netipText(value: string): string {
  const percent = value.indexOf('%')
  const address = percent < 0 ? value : value.slice(0, percent)
  const ip = parseIPSloppy(address)!
  const text = address.includes(':') && ip.family === 4 ? `::ffff:${ipToString(ip)}` : ipToString(ip)
  return text + value.slice(address.length)
}
