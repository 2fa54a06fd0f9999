// Upstream: pkg/controller/nodeipam/ipam/cidrset/cidr_set.go
import { parseCIDR } from '../component-base/go/net.ts'
import { familyOf, type IPFamily } from '../component-base/ip-family.ts'
import { ipNumber, ipText, networkBase, widthOf } from '../component-base/ip-number.ts'
import type { ClusterNetwork } from './options/node-networks.ts'

/** The node networks within a network of the cluster, each given out once. */
export class CIDRSet {
  private readonly cidr: string
  private readonly family: IPFamily
  private readonly base: bigint
  private readonly bits: number
  private readonly nodeBits: number
  private readonly count: number
  private readonly used = new Set<number>()
  /** The network that is looked at first. */
  private next = 0

  /** Throws where the network is none. */
  constructor({ cidr, nodeBits }: ClusterNetwork) {
    const { first, bits, family } = networkBase(cidr)
    this.cidr = cidr
    this.base = first
    this.bits = bits
    this.family = family
    this.nodeBits = nodeBits
    this.count = 2 ** Math.max(0, nodeBits - bits)
  }

  /** The network after the one given last that is free. Throws where there is none. */
  allocate(): string {
    if (this.used.size === this.count)
      throw new Error(
        'CIDR allocation failed; there are no remaining CIDRs left to allocate in the accepted range',
      )
    while (this.used.has(this.next)) this.next = (this.next + 1) % this.count
    const index = this.next
    this.used.add(index)
    this.next = (index + 1) % this.count
    return this.networkOf(index)
  }

  /** Takes all node networks that a network has part of. Throws where it is outside of the cluster's. */
  occupy(cidr: string): void {
    this.each(cidr, (index) => this.used.add(index))
  }

  /** Gives back all node networks that a network has part of. Throws as {@link occupy}. */
  release(cidr: string): void {
    this.each(cidr, (index) => this.used.delete(index))
  }

  private each(cidr: string, act: (index: number) => void): void {
    const { ip, bits } = parseCIDR(cidr, { sloppy: true })
    const width = widthOf(this.family)
    const shared = BigInt(width - Math.min(bits, this.bits))
    if (familyOf(ip) !== this.family || ipNumber(ip) >> shared !== this.base >> shared)
      throw new Error(`cidr ${cidr} is out the range of cluster cidr ${this.cidr}`)
    const [first, last] =
      bits <= this.bits
        ? [0, this.count - 1]
        : [this.indexOf(ipNumber(ip)), this.indexOf(ipNumber(ip) | ((1n << BigInt(width - bits)) - 1n))]
    for (let index = first; index <= last; index++) act(index)
  }

  private indexOf(address: bigint): number {
    return Number((address - this.base) >> BigInt(widthOf(this.family) - this.nodeBits))
  }

  private networkOf(index: number): string {
    const start = this.base + (BigInt(index) << BigInt(widthOf(this.family) - this.nodeBits))
    return `${ipText(start, this.family)}/${this.nodeBits}`
  }
}
