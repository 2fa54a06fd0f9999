import type { IPFamily } from '../../component-base/ip-family.ts'
import { ipText, networkBase, widthOf } from '../../component-base/ip-number.ts'

/** Addresses of a node's pod network, each the next after the last one given, as the CNI plugin host-local does. */
export class PodAddresses {
  private readonly family: IPFamily
  private readonly first: bigint
  /** Without the network's own address, the gateway's and the last. */
  private readonly count: number
  private given = 0

  /** @param cidr the node's pod network, as `10.88.0.0/24` or `fd00:10:244::/64` */
  constructor(cidr: string) {
    const { first, bits, family } = networkBase(cidr, { sloppy: true })
    this.family = family
    this.first = first + 2n
    this.count = Math.max(2 ** Math.min(widthOf(this.family) - bits, 32) - 3, 1)
  }

  /** The next address; those in use are passed over while there are others. */
  next(inUse: ReadonlySet<string>): string {
    for (let tries = 1; ; tries++) {
      const address = ipText(this.first + BigInt(this.given++ % this.count), this.family)
      if (!inUse.has(address) || tries === this.count) return address
    }
  }
}
