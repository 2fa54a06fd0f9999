// The networks of a kind cluster. Upstream: kind's pkg/internal/apis/config/{default,validate}.go
import { parseCIDR } from '../../component-base/go/net.ts'
import { familyOf } from '../../component-base/ip-family.ts'
import { ipText, networkBase } from '../../component-base/ip-number.ts'
import { nodeAddress } from './node-address.ts'

/** `networking` of a kind cluster, as far as it says which addresses there are; an empty text is as good as none. */
export interface KindNetworking {
  ipFamily?: string
  podSubnet?: string
  serviceSubnet?: string
}

/** Names of the families of a cluster, each with the networks that kind takes for it. */
const families = {
  ipv4: { podSubnet: '10.244.0.0/16', serviceSubnet: '10.96.0.0/16' },
  ipv6: { podSubnet: 'fd00:10:244::/56', serviceSubnet: 'fd00:10:96::/112' },
  dual: {
    podSubnet: '10.244.0.0/16,fd00:10:244::/56',
    serviceSubnet: '10.96.0.0/16,fd00:10:96::/112',
  },
} as const
type Family = keyof typeof families

const familyIn = ({ ipFamily }: KindNetworking): string => ipFamily || 'ipv4'

/** The networks of pods and Services, two with a comma between where the cluster has both families. */
export function kindSubnets(networking: KindNetworking = {}): { podSubnet: string; serviceSubnet: string } {
  const usual = families[familyIn(networking) as Family]
  return {
    podSubnet: networking.podSubnet || usual.podSubnet,
    serviceSubnet: networking.serviceSubnet || usual.serviceSubnet,
  }
}

/** The addresses of a node on docker's network, with a comma between where there are two. @param at counted from 0 */
export function kindNodeIP(networking: KindNetworking = {}, at: number): string {
  const addresses = { ipv4: nodeAddress(at), ipv6: `fc00:f853:ccd:e793::${(at + 2).toString(16)}` }
  const family = familyIn(networking)
  if (family !== 'dual') return addresses[family as 'ipv4' | 'ipv6']
  // As the networks of Services, of which the first is the cluster's main one.
  const { ipv4, ipv6 } = addresses
  const [main] = kindSubnets(networking).serviceSubnet.split(',')
  return familyOf(main!) === 'IPv6' ? `${ipv6},${ipv4}` : `${ipv4},${ipv6}`
}

/** The address of the cluster's DNS: the tenth of the first network of Services. Upstream: cmd/kubeadm/app/constants GetDNSIP */
export function dnsAddress(serviceSubnet: string): string {
  const { first, family } = networkBase(serviceSubnet.split(',')[0]!)
  return ipText(first + 10n, family)
}

/** The errors of the address family and the networks, in kind's words. */
export function wrongNetworks(networking: KindNetworking): string[] {
  const family = familyIn(networking)
  if (!Object.hasOwn(families, family)) return [`invalid ipFamily: ${family}`]
  const { podSubnet, serviceSubnet } = kindSubnets(networking)
  return Object.entries({ pod: podSubnet, service: serviceSubnet }).flatMap(([name, subnets]) => {
    const wrong = wrongSubnets(subnets.split(','), family as Family)
    return wrong === undefined ? [] : [`invalid ${name} subnet ${wrong}`]
  })
}

function wrongSubnets(subnets: readonly string[], family: Family): string | undefined {
  for (const subnet of subnets)
    try {
      parseCIDR(subnet)
    } catch (error) {
      return `failed to parse cidr value:"${subnet}" with error: ${(error as Error).message}`
    }
  const has = subnets.map(familyOf)
  if (family === 'dual')
    return subnets.length > 2 || (subnets.length === 2 && has[0] === has[1])
      ? 'expected one (IPv4 or IPv6) CIDR or two CIDRs from each family for dual-stack networking'
      : undefined
  if (subnets.length > 1) return 'only one CIDR allowed for single-stack networking'
  const wanted = family === 'ipv4' ? 'IPv4' : 'IPv6'
  return has[0] === wanted ? undefined : `expected ${wanted} CIDR for ${wanted} family`
}
