/** Addresses of a node's pod network (IPv4), each the next after the last one given, as the CNI plugin host-local does. */
export class PodAddresses {
  private readonly first: number
  /** Without the network's own address, the gateway's and the last. */
  private readonly count: number
  private given = 0

  /** @param cidr the node's pod network, as `10.88.0.0/24` */
  constructor(cidr: string) {
    const [base = '', bits = '24'] = cidr.split('/')
    this.first = base.split('.').reduce((sum, part) => sum * 256 + Number(part), 0) + 2
    this.count = Math.max(2 ** (32 - Number(bits)) - 3, 1)
  }

  /** Those in use are passed over while there are others. */
  next(inUse: ReadonlySet<string>): string {
    for (let tries = 1; ; tries++) {
      const address = addressText(this.first + (this.given++ % this.count))
      if (!inUse.has(address) || tries === this.count) return address
    }
  }
}

const addressText = (number: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.')
