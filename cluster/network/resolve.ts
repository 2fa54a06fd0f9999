// Names as pods, nodes and the world outside look them up.

import { candidates } from '../../containers/search-list.ts'
import { canonicalIP } from '../../kube-proxy-sim/rules/model/ip-range.ts'
import { ClusterUsageError } from '../cluster-errors.ts'
import {
  type ClusterDns,
  type DnsAnswer,
  type DnsType,
  type PodResolver,
  resolverOf,
  reverseName,
} from './dns.ts'
import type { Sender } from './sender.ts'
import type { Topology } from './topology.ts'

/** CNAMEs that are followed. */
const maxAliases = 8

/** Hosts ask no DNS of the cluster. */
const ofHost: PodResolver = { asksCluster: false, search: [], ndots: 1 }

/** Looks a name up as a sender does: its search domains are tried in turn. @throws ClusterUsageError for a pod that is not there */
export async function lookUp(
  name: string,
  type: DnsType,
  { from, topology, dns }: { from: Sender; topology: Topology; dns: ClusterDns },
): Promise<DnsAnswer> {
  const resolver = resolverFor(from, topology)
  const ip = type === 'PTR' ? canonicalIP(name) : undefined
  if (ip !== undefined && resolver.asksCluster) return dns.query(reverseName(ip), type)
  if (!resolver.asksCluster) return hostAnswer(name, type, topology)
  let first: DnsAnswer | undefined
  for (const one of candidates(name, resolver)) {
    const answer = await dns.query(one, type)
    if (answer.records.length > 0) return followed(answer, type, dns)
    // That a name is there with other records counts more than that others are not.
    if (first === undefined || (first.code === 'NXDOMAIN' && answer.code === 'NOERROR')) first = answer
  }
  return first!
}

function resolverFor(from: Sender, topology: Topology): PodResolver {
  if (!('pod' in from)) return ofHost
  const pod = topology.pod(from.pod.includes('/') ? from.pod : `default/${from.pod}`)
  if (pod === undefined) throw new ClusterUsageError(`there is no pod ${from.pod} that has an address`)
  return resolverOf(pod.object)
}

async function followed(answer: DnsAnswer, type: DnsType, dns: ClusterDns): Promise<DnsAnswer> {
  let { records } = answer
  for (let times = 0; times < maxAliases; times++) {
    const last = records.at(-1)!
    if (last.type !== 'CNAME' || type === 'CNAME') break
    const next = await dns.query(last.data, type)
    if (next.records.length === 0) break
    records = [...records, ...next.records]
  }
  return { code: 'NOERROR', records }
}

/** A host knows itself and the nodes by name. */
function hostAnswer(name: string, type: DnsType, topology: Topology): DnsAnswer {
  const plain = name.replace(/\.$/, '')
  const addresses = plain === 'localhost' ? ['127.0.0.1', '::1'] : topology.node(plain)?.addresses
  if (addresses === undefined) return { code: 'NXDOMAIN', records: [] }
  const records = addresses
    .filter((one) => type === (one.includes(':') ? 'AAAA' : 'A'))
    .map((data) => ({ name: `${plain}.`, type: type as 'A' | 'AAAA', data }))
  return { code: 'NOERROR', records }
}

/** The addresses of a name or of an address itself, IPv4 first. */
export async function addressesOf(
  name: string,
  parts: { from: Sender; topology: Topology; dns: ClusterDns },
): Promise<string[]> {
  const ip = canonicalIP(name.replace(/^\[|\]$/g, ''))
  if (ip !== undefined) return [ip]
  const answers = [await lookUp(name, 'A', parts), await lookUp(name, 'AAAA', parts)]
  return answers.flatMap(({ records }) =>
    records.filter(({ type }) => type === 'A' || type === 'AAAA').map(({ data }) => data),
  )
}
