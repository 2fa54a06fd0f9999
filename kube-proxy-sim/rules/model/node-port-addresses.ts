// Upstream: pkg/proxy/util/nodeport_addresses.go

import { familyOf, type IPFamily } from '../../../component-base/ip-family.ts'
import { ipNumber } from '../../../component-base/ip-number.ts'
import { proxyConfigDialect } from '../../config/dialect.ts'
import { rulesDialect } from '../dialect.ts'
import type { ProxyConfig } from '../proxy-config.ts'
import { contains, type IPRange, ipRange } from './ip-range.ts'

/** The addresses of a family at which node ports are served. */
export interface NodePortAddresses {
  matchAll: boolean
  /** The machine's addresses within the configured networks, where `matchAll` is false. */
  nodeIPs: string[]
  /** Whether the addresses include 127.0.0.0/8. */
  containsIPv4Loopback: boolean
}

const everything: Record<IPFamily, string> = { IPv4: '0.0.0.0/0', IPv6: '::/0' }
const loopbackStart = '127.0.0.0'

/** The node's addresses at which node ports are served. A range that holds every address stands for all others. */
export function nodePortAddresses(config: ProxyConfig, family: IPFamily): NodePortAddresses {
  const ranges = config.nodePortAddresses
    .map(ipRange)
    .filter((range): range is IPRange => range?.family === family)
  if (ranges.length === 0) ranges.push(defaultRange(config, family))
  const zero = ranges.find(({ bits }) => bits === 0)
  const used = zero === undefined ? ranges : [zero]
  return {
    matchAll: zero !== undefined,
    containsIPv4Loopback: used.some((range) => contains(range, loopbackStart) || isLoopbackRange(range)),
    nodeIPs: zero === undefined ? matching(config, used, family) : [],
  }
}

/** @note Before `primary` was the default of nftables mode, that mode took the node's own address where no network is configured. */
function defaultRange(config: ProxyConfig, family: IPFamily): IPRange {
  const { nftNodeAddress } = rulesDialect(config.minor)
  if (!nftNodeAddress || proxyConfigDialect(config.minor).primaryNodePorts || config.mode !== 'nftables')
    return ipRange(everything[family])!
  return ipRange(`${config.nodeIPs[family]}/${family === 'IPv6' ? 128 : 32}`)!
}

const isLoopbackRange = ({ family, first }: IPRange): boolean => family === 'IPv4' && first >> 24n === 127n

function matching(config: ProxyConfig, ranges: readonly IPRange[], family: IPFamily): string[] {
  const own = new Set(config.interfaceAddresses.filter((ip) => familyOf(ip) === family))
  const found = [...own].filter((ip) => ranges.some((range) => contains(range, ip)))
  return found.sort((a, b) => (ipNumber(a) < ipNumber(b) ? -1 : 1))
}
