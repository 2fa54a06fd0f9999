// Upstream: pkg/util/node/node.go (GetNodeHostIPs), cmd/kube-proxy/app/server.go (detectNodeIPs)
import { parseIP } from '../../component-base/go/net.ts'

export type IPFamily = 'IPv4' | 'IPv6'
export type NodeIPs = Readonly<Record<IPFamily, string>>

export const familyOf = (address: string): IPFamily => (address.includes(':') ? 'IPv6' : 'IPv4')
export const otherFamily = (family: IPFamily): IPFamily => (family === 'IPv4' ? 'IPv6' : 'IPv4')

interface NodeAddresses {
  status?: { addresses?: { type: string; address: string }[] }
}

/** Internal before external addresses: the first one, and the first of the other family. */
export function nodeHostIPs(node: object): string[] {
  const addresses = (node as NodeAddresses).status?.addresses ?? []
  const all = ['InternalIP', 'ExternalIP'].flatMap((type) =>
    addresses
      .filter((a) => a.type === type)
      .map((a) => parseIP(a.address, { sloppy: true }))
      .filter((ip) => ip !== undefined),
  )
  const [first] = all
  if (first === undefined) return []
  const second = all.find((ip) => familyOf(ip) !== familyOf(first))
  return second === undefined ? [first] : [first, second]
}

/** @param overrides addresses of the configuration (bindAddress, nodeIPOverride); unspecified ones count for nothing */
export function detectNodeIPs(
  fromNode: readonly string[],
  overrides: readonly string[],
): { primary: IPFamily; nodeIPs: NodeIPs } {
  const nodeIPs = { IPv4: '127.0.0.1', IPv6: '::1' }
  const specific = overrides
    .map((a) => parseIP(a, { sloppy: true }))
    .filter((a): a is string => a !== undefined && a !== '0.0.0.0' && a !== '::')
  for (const ip of fromNode) nodeIPs[familyOf(ip)] = ip
  for (const ip of specific) nodeIPs[familyOf(ip)] = ip
  const first = specific[0] ?? fromNode[0]
  return { primary: first === undefined ? 'IPv4' : familyOf(first), nodeIPs }
}

export const isLoopback = (address: string): boolean => address.startsWith('127.') || address === '::1'
