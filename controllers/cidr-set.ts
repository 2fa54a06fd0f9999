// Upstream: pkg/controller/nodeipam/ipam/cidrset/cidr_set.go
import { parseCIDR } from '../component-base/go/net.ts'

/** Of --node-cidr-mask-size-ipv4 and -ipv6: networks of nodes are as large as these. */
const maskSizes = { 4: 24, 6: 64 }

/** The node networks within a network of the cluster, each given out once. */
export class CIDRSet {
  private readonly base: bigint
  private readonly bits: number
  private readonly nodeBits: number
  private readonly used = new Set<string>()
  /** No network before this one is free. */
  private firstFree = 0n

  /** @param cidr `10.244.0.0/16`. Throws where it is none. */
  constructor(cidr: string) {
    const { ip, bits } = parseCIDR(cidr)
    this.base = toNumber(ip)
    this.bits = bits
    this.nodeBits = ip.includes(':') ? maskSizes[6] : maskSizes[4]
  }

  /** The first network that is free. Throws where there is none. */
  allocate(): string {
    const count = 2n ** BigInt(Math.max(0, this.nodeBits - this.bits))
    for (; this.firstFree < count; this.firstFree++) {
      const cidr = this.networkOf(this.firstFree)
      if (this.used.has(cidr)) continue
      this.used.add(cidr)
      return cidr
    }
    throw new Error(
      'CIDR allocation failed; there are no remaining CIDRs left to allocate in the accepted range',
    )
  }

  /** Takes a network that a node has already. */
  occupy(cidr: string): void {
    this.used.add(cidr)
  }

  release(cidr: string): void {
    if (this.used.delete(cidr)) this.firstFree = 0n
  }

  private networkOf(index: bigint): string {
    const width = this.nodeBits === maskSizes[6] ? 128 : 32
    const start = this.base + (index << BigInt(width - this.nodeBits))
    return `${width === 32 ? toIPv4(start) : toIPv6(start)}/${this.nodeBits}`
  }
}

function toNumber(ip: string): bigint {
  if (!ip.includes(':')) return ip.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n)
  const [head = '', tail] = ip.split('::')
  const groups = (text: string): string[] => text.split(':').filter((group) => group !== '')
  const [before, after] = [groups(head), groups(tail ?? '')]
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after].reduce((sum, group) => sum * 65536n + BigInt(`0x${group}`), 0n)
}

const toIPv4 = (n: bigint): string => [24n, 16n, 8n, 0n].map((shift) => (n >> shift) & 255n).join('.')

function toIPv6(n: bigint): string {
  const groups = Array.from({ length: 8 }, (_, i) => ((n >> BigInt(112 - 16 * i)) & 65535n).toString(16))
  // The URL standard writes addresses as RFC 5952 does.
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1)
}
