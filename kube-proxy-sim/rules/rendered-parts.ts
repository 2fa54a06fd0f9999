import type { IPFamily } from '../../component-base/ip-family.ts'
import { ChainOrder, type IptablesPart } from './iptables/tables.ts'
import type { ClusterState } from './model/objects.ts'
import { type ServiceTraffic, TrafficMemory } from './model/service-traffic.ts'
import type { ProxyConfig } from './proxy-config.ts'

/** The parts of a proxy's rules as they were last made: a change makes anew only what it concerns. */
export class RenderedParts {
  /** The iptables rules of service ports. Ports of another family or configuration are other objects. */
  readonly iptables = new WeakMap<ServiceTraffic, IptablesPart>()
  /** The chains of iptables by family. */
  readonly chainOrder: Readonly<Record<IPFamily, ChainOrder>> = {
    IPv4: new ChainOrder(),
    IPv6: new ChainOrder(),
  }
  private readonly memories: Readonly<Record<IPFamily, TrafficMemory>> = {
    IPv4: new TrafficMemory('IPv4'),
    IPv6: new TrafficMemory('IPv6'),
  }

  /** The traffic of all service ports of a family, sorted by name. */
  traffic(state: ClusterState, family: IPFamily, config: ProxyConfig): readonly ServiceTraffic[] {
    return this.memories[family].traffic(state, config)
  }
}
