// Upstream: component-helpers/node/util/ips.go (ParseNodeIPArgument)
import { parseIP } from '../../component-base/go/net.ts'
import { familyOf } from '../../component-base/ip-family.ts'

/** The addresses of --node-ip, what is none left out, and why the kubelet does not start with them. */
export function parseNodeIPs(flag: string): { nodeIPs: string[]; error: string | undefined } {
  const nodeIPs = flag.split(',').flatMap((ip) => parseIP(ip.trim(), { sloppy: true }) ?? [])
  const [first, second] = nodeIPs
  const wrong = (): string | undefined => {
    if (second === undefined) return undefined
    if (nodeIPs.length > 2 || familyOf(first!) === familyOf(second))
      return 'must contain either a single IP or a dual-stack pair of IPs'
    return nodeIPs.some((ip) => ip === '0.0.0.0' || ip === '::')
      ? "dual-stack node IP cannot include '0.0.0.0' or '::'"
      : undefined
  }
  const why = wrong()
  return { nodeIPs, error: why === undefined ? undefined : `bad --node-ip "${flag}": ${why}` }
}
