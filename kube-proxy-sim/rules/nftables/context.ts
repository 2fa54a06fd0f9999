import type { IPFamily } from '../../../component-base/ip-family.ts'
import { type LocalDetector, localDetector } from '../model/local-detector.ts'
import { type NodePortAddresses, nodePortAddresses } from '../model/node-port-addresses.ts'
import type { ProxyConfig } from '../proxy-config.ts'
import { nftDialect } from './dialect.ts'
import { NftTable } from './nft-table.ts'

/** The table of an address family under construction, with what all rules depend on. */
export interface NftContext {
  table: NftTable
  config: ProxyConfig
  family: IPFamily
  /** `ip` or `ip6`. */
  ip: string
  detector: LocalDetector | undefined
  nodePorts: NodePortAddresses
  dialect: ReturnType<typeof nftDialect>
  /** 0x00004000 for bit 14. */
  mark: string
}

/** The context of an empty table. */
export function nftContext(family: IPFamily, config: ProxyConfig): NftContext {
  const dialect = nftDialect(config.minor)
  return {
    table: new NftTable(family, dialect.comments),
    config,
    family,
    ip: family === 'IPv6' ? 'ip6' : 'ip',
    detector: localDetector(config, family),
    nodePorts: nodePortAddresses(config, family),
    dialect,
    mark: `0x${(2 ** config.masqueradeBit).toString(16).padStart(8, '0')}`,
  }
}

/** The statement that sets the mark by which the postrouting chain masquerades. */
export const setMark = ({ dialect, mark }: NftContext): string =>
  dialect.inlineDNAT ? `meta mark set meta mark | ${mark}` : 'jump mark-for-masquerade'

/** The match for traffic of local pods, or with `not` for all other traffic. */
export function detectorMatch({ ip, dialect }: NftContext, detector: LocalDetector, not: boolean): string {
  const equals = not ? '!= ' : ''
  if (detector.by === 'cidr') return `${ip} saddr ${equals}${detector.cidr}`
  const key = dialect.interfaceByIndex ? 'iif' : 'iifname'
  return `${key} ${equals}"${detector.by === 'interface' ? detector.name : `${detector.prefix}*`}"`
}
