// Upstream: pkg/controller/nodeipam/ipam/cidrset/cidr_set.go
import { parseCIDR } from '../component-base/go/net.ts'
import { familyOf, type IPFamily } from '../component-base/ip-family.ts'
import { ipNumber, ipText, widthOf } from '../component-base/ip-number.ts'

/** Of --node-cidr-mask-size-ipv4 and -ipv6: networks of nodes are as large as these. */
const maskSizes = { IPv4: 24, IPv6: 64 }

/** The node networks within a network of the cluster, each given out once. */
export class CIDRSet {
  private readonly family: IPFamily
  private readonly base: bigint
  private readonly bits: number
  private readonly nodeBits: number
  private readonly used = new Set<string>()
  /** No network before this one is free. */
  private firstFree = 0n

  /** @param cidr `10.244.0.0/16`. Throws where it is none. */
  constructor(cidr: string) {
    const { ip, bits } = parseCIDR(cidr)
    this.base = ipNumber(ip)
    this.bits = bits
    this.family = familyOf(ip)
    this.nodeBits = maskSizes[this.family]
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
    const start = this.base + (index << BigInt(widthOf(this.family) - this.nodeBits))
    return `${ipText(start, this.family)}/${this.nodeBits}`
  }
}
