// What was seen of real ones: docs/discoveries/kube-proxy-rules.md
import type { IPFamily } from '../../component-base/ip-family.ts'
import type { ProxySnapshot } from '../proxy-snapshot.ts'
import type { SyncCounts, SyncedRules } from '../sync-loop.ts'
import { proxyConfigOf } from './from-configuration.ts'
import { iptablesTables } from './iptables/render-iptables.ts'
import type { Table, Tables } from './iptables/tables.ts'
import type { ClusterState, EndpointSlice, ProxyNode, Service } from './model/objects.ts'
import type { ServiceTraffic } from './model/service-traffic.ts'
import type { ProxyConfig } from './proxy-config.ts'
import { type ProxyRules, renderRules } from './render-rules.ts'
import { RenderedParts } from './rendered-parts.ts'

/** The number of syncs, of both families, after which parts that nobody asks for are dropped. */
const mostUnasked = 8

/** The objects and the configuration that rules were made of at a sync. */
export interface Programmed {
  state: ClusterState
  config: ProxyConfig
  /** The service ports of a family, by name; the same objects where nothing changed. */
  traffic: (family: IPFamily) => readonly ServiceTraffic[]
}

/** The rules of a running proxy, as of its last sync. */
export class ProgrammedRules {
  private last: Programmed | undefined
  private rendered: ProxyRules | undefined
  private parts = new RenderedParts()
  /** Syncs since the parts were last asked for. */
  private unasked = 0
  private readonly listeners = new Set<() => void>()

  /** Takes over what is watched now; answers what the sync of the family logs and counts. */
  program(snapshot: ProxySnapshot, family: IPFamily): SyncedRules {
    const state = stateOf(snapshot)
    const config = proxyConfigOf({ ...snapshot, node: snapshot.node as ProxyNode | undefined })
    // Of a proxy that nobody asks for its rules any more nothing is kept.
    if (this.unasked++ > mostUnasked) this.parts = new RenderedParts()
    const parts = (): RenderedParts => {
      this.unasked = 0
      return this.parts
    }
    const traffic = byFamily((of) => parts().traffic(state, of, config))
    this.last = { state, config, traffic }
    this.rendered = undefined
    for (const listener of this.listeners) listener()
    return countsOf(state, family, config, parts)
  }

  /** The rules as the node's tools show them; rendered when asked for. Undefined before the first sync. */
  rules(): ProxyRules | undefined {
    this.unasked = 0
    if (this.last !== undefined) this.rendered ??= renderRules(this.last.state, this.last.config, this.parts)
    return this.rendered
  }

  /** The objects and configuration of the last sync; another object after each sync. Undefined before the first. */
  get programmed(): Programmed | undefined {
    return this.last
  }

  /** Calls back at each sync of a family, with the new {@link programmed}. @returns what ends it */
  onSync(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }
}

/** Finds out what is asked for, once for each family. */
function byFamily<T>(find: (family: IPFamily) => T): (family: IPFamily) => T {
  const known = new Map<IPFamily, T>()
  return (family) => {
    if (!known.has(family)) known.set(family, find(family))
    return known.get(family)!
  }
}

/** Counted when they are asked for: of many thousand services most syncs are neither logged nor scraped. */
function countsOf(
  state: ClusterState,
  family: IPFamily,
  config: ProxyConfig,
  parts: () => RenderedParts,
): SyncedRules {
  let known: SyncCounts | undefined
  return () => {
    if (known !== undefined) return known
    const services = parts().traffic(state, family, config)
    const numEndpoints = services.reduce((sum, { endpoints }) => sum + endpoints.length, 0)
    known = {
      numServices: services.length,
      numEndpoints,
      noLocal: noLocal(services),
      ...(config.mode === 'iptables'
        ? { tables: tableSizes(iptablesTables(state, family, config, parts())) }
        : {}),
    }
    return known
  }
}

/** The objects of a snapshot, which the informers hold untyped. */
export const stateOf = (snapshot: Pick<ProxySnapshot, 'services' | 'endpointSlices'>): ClusterState => ({
  services: snapshot.services as unknown as Service[],
  endpointSlices: snapshot.endpointSlices as unknown as EndpointSlice[],
})

/** Services whose traffic of one kind is dropped on this node because only other nodes have endpoints. */
function noLocal(services: readonly ServiceTraffic[]): { internal: number; external: number } {
  const elsewhere = services.filter(({ hasEndpoints, local }) => hasEndpoints && local.length === 0)
  return {
    internal: elsewhere.filter(({ port }) => port.internalPolicyLocal).length,
    external: elsewhere.filter(({ port }) => port.externalPolicyLocal).length,
  }
}

/** Chains and rules that a sync writes: not those that were made once, beside it. */
function tableSizes({ filter, nat }: Tables): SyncCounts['tables'] & object {
  const size = (table: Table) => {
    const ours = [...table.chains].filter(
      ([chain, { rules }]) =>
        chain.startsWith('KUBE-') &&
        chain !== 'KUBE-PROXY-CANARY' &&
        (chain !== 'KUBE-FIREWALL' || rules.length > 0),
    )
    return { chains: ours.length, rules: ours.reduce((sum, [, { rules }]) => sum + rules.length, 0) }
  }
  return { filter: size(filter), nat: size(nat) }
}
