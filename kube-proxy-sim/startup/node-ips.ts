// Upstream: pkg/util/node/node.go (GetNodeHostIPs), cmd/kube-proxy/app/server.go (detectNodeIPs)
import type { Node, NodeAddress } from '../../api/core-v1.ts'
import { parseIP } from '../../component-base/go/net.ts'
import { familyOf, type IPFamily, isLoopback, isUnspecified } from '../../component-base/ip-family.ts'
import { widthOf } from '../../component-base/ip-number.ts'
import type { InternalConfiguration } from '../config/types.ts'

/** The node's address in each family, the loopback address for a family that the node does not have. */
export type NodeIPs = Readonly<Record<IPFamily, string>>

/** Unspecified addresses override nothing. */
type AddressConfiguration = Pick<InternalConfiguration, 'bindAddress' | 'nodeIPOverride' | 'ipFamilyPolicy'>

/** The addresses in a Node's status, in order. */
export const addressesOf = ({ status }: Node): NodeAddress[] => status?.addresses ?? []

/** Whether an address names no address of a node: `0.0.0.0`, `::`, or a text that is none. */
export function namesNoNode(address: string): boolean {
  const ip = parseIP(address, { sloppy: true })
  return ip === undefined || isUnspecified(ip)
}

/** The node's first address, and the first of the other family; internal addresses come before external ones. */
export function nodeHostIPs(node: Node): string[] {
  const addresses = addressesOf(node)
  const all = ['InternalIP', 'ExternalIP'].flatMap((type) =>
    addresses
      .filter((a) => a.type === type)
      .map((a) => parseIP(a.address ?? '', { sloppy: true }))
      .filter((ip) => ip !== undefined),
  )
  const [first] = all
  if (first === undefined) return []
  const second = all.find((ip) => familyOf(ip) !== familyOf(first))
  return second === undefined ? [first] : [first, second]
}

/**
 * The primary family and the addresses of both. The loopback stands for a family without an address; with the policy
 * SingleStack only the primary family has one.
 */
export function detectNodeIPs(
  fromNode: readonly string[],
  { bindAddress, nodeIPOverride, ipFamilyPolicy }: AddressConfiguration,
): { primary: IPFamily; nodeIPs: NodeIPs } {
  const nodeIPs = { IPv4: '127.0.0.1', IPv6: '::1' }
  const specific = (nodeIPOverride ?? [bindAddress])
    .map((a) => parseIP(a, { sloppy: true }))
    .filter((a): a is string => a !== undefined && a !== '0.0.0.0' && a !== '::')
  const first = specific[0] ?? fromNode[0]
  const primary = first === undefined ? 'IPv4' : familyOf(first)
  for (const ip of [...fromNode, ...specific])
    if (ipFamilyPolicy !== 'SingleStack' || familyOf(ip) === primary) nodeIPs[familyOf(ip)] = ip
  return { primary, nodeIPs }
}

/** The networks of the node's own addresses alone, IPv4 first; one that is not known has none. */
export const ownNetworks = (nodeIPs: NodeIPs): string[] =>
  (['IPv4', 'IPv6'] as const).flatMap((family) =>
    isLoopback(nodeIPs[family]) ? [] : [`${nodeIPs[family]}/${widthOf(family)}`],
  )
