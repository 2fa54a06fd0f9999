import type { IPFamily } from '../../../component-base/ip-family.ts'
import { rulesDialect } from '../dialect.ts'
import { type LocalDetector, localDetector } from '../model/local-detector.ts'
import { type NodePortAddresses, nodePortAddresses } from '../model/node-port-addresses.ts'
import type { ServiceTraffic } from '../model/service-traffic.ts'
import type { ProxyConfig } from '../proxy-config.ts'
import { Tables } from './tables.ts'

/** The tables of an address family under construction, with what all rules depend on. */
export interface IptablesContext {
  tables: Tables
  config: ProxyConfig
  family: IPFamily
  detector: LocalDetector | undefined
  nodePorts: NodePortAddresses
  /** Node ports answer on 127.0.0.0/8. */
  localhostNodePorts: boolean
  dialect: ReturnType<typeof rulesDialect>
  /** There are so many endpoints that the comments on each are left out. */
  largeCluster: boolean
}

const largeClusterEndpoints = 1000

/** The empty tables of an address family, with what all rules depend on. */
export function iptablesContext(
  services: readonly ServiceTraffic[],
  family: IPFamily,
  config: ProxyConfig,
): IptablesContext {
  const nodePorts = nodePortAddresses(config, family)
  const total = services.reduce((sum, { endpoints }) => sum + endpoints.length, 0)
  return {
    tables: Tables.empty(),
    config,
    family,
    detector: localDetector(config, family),
    nodePorts,
    localhostNodePorts: config.localhostNodePorts && nodePorts.containsIPv4Loopback && family === 'IPv4',
    dialect: rulesDialect(config.minor),
    largeCluster: total > largeClusterEndpoints,
  }
}

/** The masquerade mark with its mask: `0x4000/0x4000`. */
export const markText = ({ config }: IptablesContext, mask?: string): string => {
  const mark = `0x${(2 ** config.masqueradeBit).toString(16)}`
  return `${mark}/${mask ?? mark}`
}
