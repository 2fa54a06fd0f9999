import { type LocalDetector, localDetector } from '../model/local-detector.ts'
import { type NodePortAddresses, nodePortAddresses } from '../model/node-port-addresses.ts'
import type { IPFamily, ProxyConfig } from '../proxy-config.ts'
import { NftTable } from './nft-table.ts'

/** What differs between releases. */
export interface NftDialect {
  /** From 1.36 on a service chain translates addresses itself, and marks are set where they are needed. */
  inlineDNAT: boolean
  /** From 1.33 on filter chains run at filter priority, with firewall checks in chains of their own before. */
  separateFirewallHooks: boolean
  /** Until 1.33 the masquerade rule of a cluster IP also names the port. */
  masqueradeNamesPort: boolean
  /** 1.30 put comments on elements of firewall-ips, and on no set, chain or table. */
  firewallElementComments: boolean
  /** Until 1.32 an interface was matched by index: nft refuses that for one that is not there, and for every prefix. */
  interfaceByIndex: boolean
}

export interface NftContext {
  table: NftTable
  config: ProxyConfig
  family: IPFamily
  /** `ip` or `ip6`. */
  ip: string
  detector: LocalDetector | undefined
  nodePorts: NodePortAddresses
  dialect: NftDialect
  /** 0x00004000 for bit 14. */
  mark: string
}

export function nftContext(family: IPFamily, config: ProxyConfig): NftContext {
  const { minor } = config
  return {
    table: new NftTable(family, minor >= 31),
    config,
    family,
    ip: family === 'IPv6' ? 'ip6' : 'ip',
    detector: localDetector(config, family),
    nodePorts: nodePortAddresses(config, family),
    dialect: {
      inlineDNAT: minor >= 36,
      separateFirewallHooks: minor >= 33,
      masqueradeNamesPort: minor <= 33,
      firewallElementComments: minor <= 30,
      interfaceByIndex: minor <= 32,
    },
    mark: `0x${(2 ** config.masqueradeBit).toString(16).padStart(8, '0')}`,
  }
}

/** Sets the mark by which the postrouting chain masquerades. */
export const setMark = ({ dialect, mark }: NftContext): string =>
  dialect.inlineDNAT ? `meta mark set meta mark | ${mark}` : 'jump mark-for-masquerade'

/** The match for traffic of local pods, or with `not` for all other traffic. */
export function detectorMatch({ ip, dialect }: NftContext, detector: LocalDetector, not: boolean): string {
  const equals = not ? '!= ' : ''
  if (detector.by === 'cidr') return `${ip} saddr ${equals}${detector.cidr}`
  const key = dialect.interfaceByIndex ? 'iif' : 'iifname'
  return `${key} ${equals}"${detector.by === 'interface' ? detector.name : `${detector.prefix}*`}"`
}
