// Upstream: pkg/registry/core/service/ipallocator/{bitmap,ipallocator}.go (the arithmetic of ranges)

import {
  cidrContains,
  cidrToString,
  type IPAddress,
  type IPNet,
  ipFromBits,
  ipToString,
  networkBits,
  parseCIDRSloppy,
} from '../../../../apimachinery/validation/ip-address.ts'
import type { IPFamily } from '../../../../component-base/ip-family.ts'
import type { Random } from '../../../../component-base/random.ts'

/** Why an address could not be had. */
export class AllocationError extends Error {}
/** No address of a range is free. */
export class RangeFullError extends AllocationError {
  constructor() {
    super('range is full')
  }
}
/** The error about an address that another Service has. */
export const alreadyAllocated = (): AllocationError => new AllocationError('provided IP is already allocated')
/** The error about an address outside of the range. */
export const mismatchedNetwork = (): AllocationError =>
  new AllocationError('the provided network does not match the current range')

/** The addresses of one range, without those of the network and of broadcast. */
export class IPRange {
  readonly net: IPNet
  readonly family: IPFamily
  private readonly first: bigint
  /** How many addresses can be given. */
  readonly size: number
  /** Dynamic allocation prefers the addresses from here on; the band below is for addresses that users choose. */
  private readonly offset: number

  constructor(cidr: string) {
    const net = parseCIDRSloppy(cidr)
    if (net === undefined) throw new Error(`invalid service range ${cidr}`)
    this.net = net
    this.family = net.network.family === 4 ? 'IPv4' : 'IPv6'
    this.first = net.network.bits + 1n
    const all = 2 ** Math.min(networkBits(net) - net.prefixLength, this.family === 'IPv4' ? 32 : 16)
    this.size = Math.max(0, this.family === 'IPv4' ? all - 2 : all - 1)
    this.offset = bandSize(all, 16, 256, 16)
  }

  get text(): string {
    return cidrToString(this.net)
  }
  /** Inside the CIDR, whether or not it can be allocated. */
  contains(ip: IPAddress): boolean {
    return cidrContains(this.net, ip)
  }
  allocatable(ip: IPAddress): boolean {
    return this.contains(ip) && ip.bits >= this.first && ip.bits < this.first + BigInt(this.size)
  }
  /** Throws where the address cannot be allocated. */
  check(ip: IPAddress): void {
    if (this.allocatable(ip)) return
    throw new AllocationError(
      `the provided IP (${ipToString(ip)}) is not in the valid range. The range of valid IPs is ${this.text}`,
    )
  }
  /** Addresses in the order in which they are tried. */
  *candidates(cursors: Cursors, random: Random): Generator<IPAddress> {
    for (const at of rotated(this.offset, this.size, `${this.text} dynamic`, cursors, random))
      yield this.at(at)
    const low = Math.min(this.offset, this.size)
    for (const at of rotated(0, low, `${this.text} static`, cursors, random)) yield this.at(at)
  }
  /** The distance of an address from the first that can be given. */
  offsetOf(ip: IPAddress): number {
    return Number(ip.bits - this.first)
  }
  private at(offset: number): IPAddress {
    return ipFromBits(this.first + BigInt(offset))
  }
}

/** The lower band of a range of `size`: a part of it, within bounds; none for a small range. */
export function bandSize(size: number, min: number, max: number, step: number): number {
  return size <= min ? 0 : Math.min(max, Math.max(min, Math.floor(size / step)))
}

/** Where the search of a band went to last, by the band's name. */
export type Cursors = Map<string, number>

/**
 * The numbers from `from` to `to` - 1, starting anywhere at first and then behind what was tried last: upstream starts
 * anywhere each time, but a value that was just given back should not be the next one.
 */
export function* rotated(
  from: number,
  to: number,
  band: string,
  cursors: Cursors,
  random: Random,
): Generator<number> {
  const count = to - from
  if (count <= 0) return
  const start = cursors.get(band) ?? random.int(count)
  for (let i = 0; i < count; i++) {
    const at = (start + i) % count
    cursors.set(band, at + 1)
    yield from + at
  }
}
