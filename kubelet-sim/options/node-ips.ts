// Upstream: component-helpers/node/util/ips.go (ParseNodeIPArgument); until 1.26 cmd/kubelet/app/server.go (RunKubelet)
import type { FlagValues } from '../../component-base/flags/flag-values.ts'
import { parseIP } from '../../component-base/go/net.ts'
import { goQuote } from '../../component-base/go/quote.ts'
import { familyOf, isUnspecified } from '../../component-base/ip-family.ts'
import { type FeatureGateReader, gateEnabled } from '../../featuregates/reader.ts'
import { kubeletStartDialect } from './dialect.ts'

/** The addresses of --node-ip; what is none is left out. */
export const parseNodeIPs = (flag: string): string[] =>
  flag.split(',').flatMap((ip) => parseIP(ip.trim(), { sloppy: true }) ?? [])

/** Why the kubelet does not start with its --node-ip; undefined where it does. */
export function nodeIPsError(
  flags: FlagValues,
  { minor, gates }: { minor: number; gates: FeatureGateReader },
): string | undefined {
  const flag = flags.string('node-ip')
  const [first, second, ...more] = parseNodeIPs(flag)
  if (second === undefined) return undefined
  const words = kubeletStartDialect(minor).helperReadsNodeIPs ? wordsOfHelper(flag) : wordsBefore(flag)
  if (more.length > 0 || familyOf(first!) === familyOf(second)) return words.noPair
  const provider = flags.string('cloud-provider')
  const takesPairs =
    provider === '' || (provider === 'external' && gateEnabled(gates, 'CloudDualStackNodeIPs'))
  if (!takesPairs) return words.noPairs
  return isUnspecified(first!) || isUnspecified(second) ? words.unspecified : undefined
}

interface Words {
  noPair: string
  noPairs: string
  unspecified: string
}

function wordsOfHelper(flag: string): Words {
  const bad = (why: string): string => `bad --node-ip ${goQuote(flag)}: ${why}`
  return {
    noPair: bad('must contain either a single IP or a dual-stack pair of IPs'),
    noPairs: bad('dual-stack not supported in this configuration'),
    unspecified: bad("dual-stack node IP cannot include '0.0.0.0' or '::'"),
  }
}

const wordsBefore = (flag: string): Words => ({
  noPair: `bad --node-ip ${goQuote(flag)}; must contain either a single IP or a dual-stack pair of IPs`,
  noPairs: `dual-stack --node-ip ${goQuote(flag)} not supported when using a cloud provider`,
  unspecified: `dual-stack --node-ip ${goQuote(flag)} cannot include '0.0.0.0' or '::'`,
})
