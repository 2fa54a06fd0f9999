// Names of Services and pods, as the DNS of a cluster answers for them from the API.
// Upstream: kubernetes/dns docs/specification.md; pkg/kubelet/network/dns/dns.go (search domains)
import type { PodSpec, ServiceSpec } from '../../api/core-v1.ts'
import type { Endpoint, EndpointSlice } from '../../api/discovery-v1.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { isNotFound, type RestClient } from '../../client/rest-client.ts'
import { familyOf } from '../../component-base/ip-family.ts'
import { ipBytes } from '../../component-base/ip-number.ts'
import { asksClusterDNS, clusterSearch } from '../../containers/host-name.ts'
import { canonicalIP } from '../../kube-proxy-sim/rules/model/ip-range.ts'

/** A record of the cluster's zone. `data` as dig prints it: an address, a name, or `0 100 80 web.default.svc.cluster.local.` */
export interface DnsRecord {
  /** The name, with a dot at its end. */
  name: string
  type: 'A' | 'AAAA' | 'CNAME' | 'SRV' | 'PTR'
  data: string
}

/** The answer to a query: NXDOMAIN where there is no such name, and no records where it has none of the type. */
export interface DnsAnswer {
  code: 'NOERROR' | 'NXDOMAIN'
  records: DnsRecord[]
}

/** The types of records that can be asked for. */
export type DnsType = DnsRecord['type']

const zone = 'cluster.local'
const nothing: DnsAnswer = { code: 'NXDOMAIN', records: [] }

/** The DNS server of a cluster. */
export class ClusterDns {
  private readonly client: RestClient

  constructor(client: RestClient) {
    this.client = client
  }

  /** Answers for a fully qualified name, without search domains. */
  async query(name: string, type: DnsType): Promise<DnsAnswer> {
    const plain = name.toLowerCase().replace(/\.$/, '')
    if (/\.(?:in-addr|ip6)\.arpa$/.test(plain)) return this.reverse(plain, type)
    if (!plain.endsWith(`.${zone}`)) return nothing
    const labels = plain.slice(0, -zone.length - 1).split('.')
    const kind = labels.pop()
    const namespace = labels.pop() ?? ''
    if (kind === 'pod' && labels.length === 1) return podAnswer(plain, labels[0]!, type)
    if (kind !== 'svc' || labels.length === 0 || !isLabel(namespace)) return nothing
    return this.serviceAnswer(plain, labels, namespace, type)
  }

  private async serviceAnswer(
    name: string,
    labels: readonly string[],
    namespace: string,
    type: DnsType,
  ): Promise<DnsAnswer> {
    const before = labels.slice(0, -1)
    const service = await this.service(namespace, labels.at(-1)!)
    if (service === undefined) return nothing
    const spec = (service['spec'] ?? {}) as ServiceSpec
    if (spec.type === 'ExternalName')
      return before.length > 0
        ? nothing
        : answer([{ name: `${name}.`, type: 'CNAME', data: `${spec.externalName}.` }], type, true)
    const whole = `${labels.at(-1)}.${namespace}.svc.${zone}.`
    const isHeadless = spec.clusterIP === 'None'
    const targets = isHeadless ? await this.endpointTargets(service, whole) : clusterTargets(spec, whole)
    if (before.length === 0)
      return answer(
        [
          ...targets.flatMap((one) => addressRecord(`${name}.`, one.ip)),
          ...serviceRecords(`${name}.`, targets),
        ],
        type,
      )
    if (before.length === 2) return portAnswer(name, before, targets, type)
    const own = targets.filter((one) => isHeadless && one.name === `${name}.`)
    if (own.length === 0) return nothing
    return answer(
      own.flatMap(({ ip }) => addressRecord(`${name}.`, ip)),
      type,
    )
  }

  private async service(namespace: string, name: string): Promise<KubeObject | undefined> {
    if (!isLabel(name)) return undefined
    try {
      return await this.client.get<KubeObject>(`/api/v1/namespaces/${namespace}/services/${name}`)
    } catch (error) {
      if (isNotFound(error)) return undefined
      throw error
    }
  }

  /** The ready endpoints of a headless Service. Those of publishNotReadyAddresses say that they are ready. */
  private async endpointTargets({ metadata }: KubeObject, whole: string): Promise<Target[]> {
    const { items } = await this.client.get<{ items: EndpointSlice[] }>(
      `/apis/discovery.k8s.io/v1/namespaces/${metadata.namespace}/endpointslices?labelSelector=kubernetes.io%2Fservice-name%3D${metadata.name}`,
    )
    return items
      .filter(({ addressType }) => addressType !== 'FQDN')
      .flatMap(({ endpoints, ports }) =>
        (endpoints ?? [])
          .filter(({ conditions }) => conditions?.ready !== false)
          .flatMap((one) => targetsOf(one, ports, whole)),
      )
  }

  /** The names of a cluster IP, and of endpoints that have a host name. */
  private async reverse(name: string, type: DnsType): Promise<DnsAnswer> {
    const ip = reversedIP(name)
    if (ip === undefined) return nothing
    const { items } = await this.client.get<{ items: KubeObject[] }>('/api/v1/services')
    for (const service of items) {
      const { metadata } = service
      const spec = (service['spec'] ?? {}) as ServiceSpec
      const whole = `${metadata.name}.${metadata.namespace}.svc.${zone}.`
      if (spec.clusterIPs?.some((one) => canonicalIP(one) === ip) === true)
        return answer([{ name: `${name}.`, type: 'PTR', data: whole }], type)
      if (spec.clusterIP !== 'None') continue
      const target = (await this.endpointTargets(service, whole)).find(
        (one) => one.ip === ip && one.hasHostname,
      )
      if (target !== undefined) return answer([{ name: `${name}.`, type: 'PTR', data: target.name }], type)
    }
    return nothing
  }
}

/** An address and port that a name of a Service leads to. */
interface Target {
  ip: string
  /** The name in SRV records: the Service's, or the endpoint's own. */
  name: string
  hasHostname: boolean
  ports: readonly { name: string; protocol: string; port: number }[]
}

const portsOf = (
  ports: readonly { name?: string; protocol?: string; port?: number }[] | undefined,
): Target['ports'] =>
  (ports ?? []).flatMap(({ name = '', protocol = 'TCP', port }) =>
    port === undefined ? [] : { name, protocol: protocol.toLowerCase(), port },
  )

const clusterTargets = ({ clusterIPs = [], ports }: ServiceSpec, whole: string): Target[] =>
  clusterIPs.map((ip) => ({ ip, name: whole, hasHostname: false, ports: portsOf(ports) }))

/** @note CoreDNS names an endpoint without a host name by its address: 10-88-0-5 */
const targetsOf = (
  { addresses, hostname }: Endpoint,
  ports: EndpointSlice['ports'],
  whole: string,
): Target[] =>
  (addresses ?? []).map((ip) => ({
    ip: canonicalIP(ip) ?? ip,
    name: `${hostname ?? ip.replace(/[.:]/g, '-')}.${whole}`,
    hasHostname: hostname !== undefined,
    ports: portsOf(ports),
  }))

/** `_http._tcp.web.default.svc.cluster.local`. */
function portAnswer(
  name: string,
  [port, protocol]: readonly string[],
  targets: readonly Target[],
  type: DnsType,
) {
  const found = targets.flatMap((target) => ({
    ...target,
    ports: target.ports.filter((one) => `_${one.name}` === port && `_${one.protocol}` === protocol),
  }))
  if (!found.some(({ ports }) => ports.length > 0)) return nothing
  return answer(serviceRecords(`${name}.`, found), type)
}

/** Weights share 100. A Service of two families has one target. */
function serviceRecords(name: string, targets: readonly Target[]): DnsRecord[] {
  const places = new Set(
    targets.flatMap((target) =>
      target.ports.filter((one) => one.name !== '').map(({ port }) => `${port} ${target.name}`),
    ),
  )
  const weight = Math.max(1, Math.floor(100 / Math.max(1, places.size)))
  return [...places].map((place) => ({ name, type: 'SRV' as const, data: `0 ${weight} ${place}` }))
}

const addressRecord = (name: string, ip: string): DnsRecord => ({
  name,
  type: familyOf(ip) === 'IPv6' ? 'AAAA' : 'A',
  data: ip,
})

/** @param always of a CNAME: whatever is asked for */
const answer = (records: DnsRecord[], type: DnsType, always = false): DnsAnswer => ({
  code: 'NOERROR',
  records: records.filter((one) => always || one.type === type),
})

/** `10-88-0-5.default.pod.cluster.local`: whoever has the address, as CoreDNS answers with `pods insecure`. */
function podAnswer(name: string, label: string, type: DnsType): DnsAnswer {
  const ip = canonicalIP(label.replaceAll('-', '.')) ?? canonicalIP(label.replaceAll('-', ':'))
  return ip === undefined ? nothing : answer([addressRecord(`${name}.`, ip)], type)
}

const isLabel = (text: string): boolean => /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(text)

function reversedIP(name: string): string | undefined {
  const [, parts = '', family] = /^(.*)\.(in-addr|ip6)\.arpa$/.exec(name) ?? []
  const labels = parts.split('.').reverse()
  if (family === 'in-addr') return labels.length === 4 ? canonicalIP(labels.join('.')) : undefined
  if (labels.length !== 32) return undefined
  return canonicalIP(labels.join('').match(/.{4}/g)!.join(':'))
}

/** The name under which the address of a packet is looked up: `10.0.0.10.in-addr.arpa`. */
export function reverseName(ip: string): string {
  const bytes = ipBytes(ip)
  if (familyOf(ip) === 'IPv4') return `${bytes.reverse().join('.')}.in-addr.arpa`
  const digits = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${[...digits].reverse().join('.')}.ip6.arpa`
}

/** The settings by which a pod looks up names. */
export interface PodResolver {
  /** Whether the pod asks the cluster's DNS. */
  asksCluster: boolean
  search: readonly string[]
  /** Names with fewer dots are tried with the search domains first. */
  ndots: number
}

/** The resolver of a pod, by its dnsPolicy and dnsConfig. */
export function resolverOf(pod: KubeObject): PodResolver {
  const { dnsPolicy = 'ClusterFirst', dnsConfig, hostNetwork } = (pod['spec'] ?? {}) as PodSpec
  const asksCluster = asksClusterDNS({ dnsPolicy, hostNetwork })
  const own = asksCluster ? clusterSearch(pod.metadata.namespace, zone) : []
  const ndots = dnsConfig?.options?.find(({ name }) => name === 'ndots')?.value
  return {
    // Whoever names servers itself is taken to name the cluster's.
    asksCluster: asksCluster || (dnsPolicy === 'None' && (dnsConfig?.nameservers ?? []).length > 0),
    search: [...new Set([...own, ...(dnsConfig?.searches ?? [])])],
    ndots: ndots === undefined ? (asksCluster ? 5 : 1) : Number(ndots),
  }
}
