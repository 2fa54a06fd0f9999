// Packets and names in a cluster of the library. What they need is loaded with the first one.

import type { NetworkOfCluster, NetworkParts } from './network/cluster-network.ts'
import type { DnsAnswer, DnsType } from './network/dns.ts'
import type { SendRequest, SendResult } from './network/send.ts'
import type { Sender } from './network/sender.ts'

/** The network of a cluster, made for the first packet or name. */
export class ClusterTraffic {
  private readonly parts: () => NetworkParts
  private network: NetworkOfCluster | undefined

  constructor(parts: () => NetworkParts) {
    this.parts = parts
  }

  /** See {@link Cluster.send}. */
  async send(request: SendRequest): Promise<SendResult> {
    const { sendThrough } = await import('./network/send.ts')
    return sendThrough(await this.made(), request)
  }

  /** See {@link Cluster.resolve}. */
  async resolve(name: string, type: DnsType, from: Sender): Promise<DnsAnswer> {
    return (await this.made()).lookUp(name, type, from)
  }

  /** The network, which is loaded and made at the first call. */
  async made(): Promise<NetworkOfCluster> {
    const { NetworkOfCluster: Network } = await import('./network/cluster-network.ts')
    this.network ??= new Network(this.parts())
    return this.network
  }

  /** Ends what follows the cluster. */
  stop(): void {
    this.network?.stop()
  }
}
