// How node-ipam-controller cuts the networks of nodes.
// Upstream: cmd/kube-controller-manager/app/core.go (newNodeIpamController, setNodeCIDRMaskSizes), pkg/controller/nodeipam/node_ipam_controller.go
import type { FlagValues } from '../../component-base/flags/flag-values.ts'
import { parseCIDR } from '../../component-base/go/net.ts'
import { familyOf } from '../../component-base/ip-family.ts'

/** A network of the cluster, of which each node gets a part of `nodeBits` bits: `{ cidr: '10.244.0.0/16', nodeBits: 24 }`. */
export interface ClusterNetwork {
  cidr: string
  nodeBits: number
}

/** The networks that pod networks of Nodes are cut from. */
export interface NodeNetworks {
  /** At most one network of each family; empty: Nodes get no pod networks. */
  clusterNetworks: readonly ClusterNetwork[]
  /** The Services' networks, which no Node gets: `10.96.0.0/16`. */
  serviceCIDRs: readonly string[]
}

/** Nodes get no networks. */
export const noNetworks: NodeNetworks = { clusterNetworks: [], serviceCIDRs: [] }

/** A combination of flags that node-ipam-controller does not start with. */
export class NodeNetworksError extends Error {}

/** The networks of --cluster-cidr where --allocate-node-cidrs is set. Throws NodeNetworksError with upstream's message. */
export function readNodeNetworks(values: FlagValues): NodeNetworks {
  if (!values.bool('allocate-node-cidrs')) return noNetworks
  const cidrs = values.string('cluster-cidr').trim().split(',').map(canonicalCIDR)
  const families = cidrs.map((cidr) => familyOf(cidr))
  if (cidrs.length > 1 && new Set(families).size < 2)
    throw new NodeNetworksError(
      `len of ClusterCIDRs==${cidrs.length} and they are not configured as dual stack (at least one from each IPFamily`,
    )
  if (cidrs.length > 2)
    throw new NodeNetworksError(`length of clusterCIDRs is:${cidrs.length} more than max allowed of 2`)
  const bits = maskSizes(values, families)
  const clusterNetworks = cidrs.map((cidr, at) => ({ cidr, nodeBits: bits[families[at]!] }))
  for (const network of clusterNetworks) checkSize(network)
  return { clusterNetworks, serviceCIDRs: serviceCIDRs(values) }
}

function canonicalCIDR(text: string): string {
  try {
    const { ip, bits } = parseCIDR(text, { sloppy: true })
    return `${ip}/${bits}`
  } catch (error) {
    throw new NodeNetworksError(`failed to parse cidr value:"${text}" with error:${(error as Error).message}`)
  }
}

function maskSizes(values: FlagValues, families: readonly string[]): { IPv4: number; IPv6: number } {
  const given = (family = ''): number => values.number(`node-cidr-mask-size${family}`, 0)
  const [any, v4, v6] = [given(), given('-ipv4'), given('-ipv6')]
  const isDual = families.length > 1
  const refused = (what: string): never => {
    throw new NodeNetworksError(`usage of ${what}`)
  }
  if (any !== 0) {
    if (isDual) refused('--node-cidr-mask-size is not allowed with dual-stack clusters')
    if (v4 !== 0 || v6 !== 0)
      refused(
        '--node-cidr-mask-size-ipv4 and --node-cidr-mask-size-ipv6 is not allowed if --node-cidr-mask-size is set. For dual-stack clusters please unset it and use IPFamily specific flags',
      )
    return { IPv4: any, IPv6: any }
  }
  if (v4 !== 0 && !families.includes('IPv4'))
    refused('--node-cidr-mask-size-ipv4 is not allowed for a single-stack IPv6 cluster')
  if (v6 !== 0 && !families.includes('IPv6'))
    refused('--node-cidr-mask-size-ipv6 is not allowed for a single-stack IPv4 cluster')
  return { IPv4: v4 || 24, IPv6: v6 || 64 }
}

/** Networks of IPv6 are kept in a list that is at most so long, as a number of bits. */
const mostIPv6Bits = 16

function checkSize({ cidr, nodeBits }: ClusterNetwork): void {
  const { ip, bits } = parseCIDR(cidr)
  if (bits > nodeBits)
    throw new NodeNetworksError(
      'Controller: Invalid --cluster-cidr, mask size of cluster CIDR must be less than or equal to --node-cidr-mask-size configured for CIDR family',
    )
  if (familyOf(ip) === 'IPv6' && nodeBits - bits > mostIPv6Bits)
    throw new NodeNetworksError('New CIDR set failed; the node CIDR size is too big')
}

/** The valid CIDRs of --service-cluster-ip-range; others are left out. */
function serviceCIDRs(values: FlagValues): string[] {
  const cidrs = values.string('service-cluster-ip-range').split(',').slice(0, 2)
  const valid = cidrs.flatMap((text) => {
    try {
      return [canonicalCIDR(text.trim())]
    } catch {
      return []
    }
  })
  if (valid.length === 2 && familyOf(valid[0]!) === familyOf(valid[1]!))
    throw new NodeNetworksError(
      'serviceCIDR and secondaryServiceCIDR are not dualstack (from different IPfamiles)',
    )
  return valid
}
