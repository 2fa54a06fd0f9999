// Upstream: pkg/kubelet/kubelet_pods.go (GeneratePodHostNameAndDomain, managedHostsFileContent), pkg/kubelet/network/dns/dns.go
import type { PodSpec } from '../api/core-v1.ts'
import { gateEnabled } from '../featuregates/reader.ts'
import type { NodeOfContainers } from './node-of-containers.ts'
import type { Pod } from './pod.ts'

const longest = 63
const truncated = (name: string): string => name.slice(0, longest).replace(/[-.]+$/, '')

/** The name that `hostname` prints in a pod, and its domain; empty: none. */
export function hostNameOf(
  node: NodeOfContainers,
  { metadata, spec }: Pod,
): { host: string; domain: string } {
  if (spec.hostNetwork === true) return { host: node.nodeName, domain: '' }
  const override = (spec as { hostnameOverride?: string }).hostnameOverride
  if (override !== undefined && override !== '' && gateEnabled(node.gates, 'HostnameOverride'))
    return { host: override, domain: '' }
  const host = truncated(spec.hostname || metadata.name!)
  const domain =
    spec.subdomain === undefined || spec.subdomain === ''
      ? ''
      : `${spec.subdomain}.${metadata.namespace}.svc.${node.clusterDomain}`
  const fqdn = spec.setHostnameAsFQDN === true && domain !== '' ? `${host}.${domain}` : host
  return { host: fqdn, domain }
}

/** The node's own /etc/hosts. */
export const nodeHostsFile = ({
  nodeIPs,
  nodeName,
}: Pick<NodeOfContainers, 'nodeIPs' | 'nodeName'>): string =>
  `127.0.0.1\tlocalhost\n::1\tlocalhost ip6-localhost ip6-loopback\n${nodeIPs.map((ip) => `${ip}\t${nodeName}\n`).join('')}`

/** The text of /etc/hosts. */
export function hostsFile(node: NodeOfContainers, pod: Pod, addresses: readonly string[]): string {
  const { host, domain } = hostNameOf(node, pod)
  const aliases = (pod.spec.hostAliases ?? []).map(
    ({ ip, hostnames = [] }) => `${ip}\t${hostnames.join('\t')}\n`,
  )
  const added = aliases.length === 0 ? '' : `\n# Entries added by HostAliases.\n${aliases.join('')}`
  if (pod.spec.hostNetwork === true)
    return `# Kubernetes-managed hosts file (host network).\n${nodeHostsFile(node)}${added}`
  const short = domain !== '' && host.endsWith(`.${domain}`) ? host.slice(0, -domain.length - 1) : host
  const own = addresses.map((ip) =>
    domain === '' ? `${ip}\t${host}\n` : `${ip}\t${short}.${domain}\t${short}\n`,
  )
  return `# Kubernetes-managed hosts file.
127.0.0.1\tlocalhost
::1\tlocalhost ip6-localhost ip6-loopback
fe00::0\tip6-localnet
fe00::0\tip6-mcastprefix
fe00::1\tip6-allnodes
fe00::2\tip6-allrouters
${own.join('')}${added}`
}

/** Whether a pod asks the cluster's DNS, by its dnsPolicy. */
export const asksClusterDNS = ({
  dnsPolicy = 'ClusterFirst',
  hostNetwork,
}: Pick<PodSpec, 'dnsPolicy' | 'hostNetwork'>): boolean =>
  dnsPolicy === 'ClusterFirstWithHostNet' || (dnsPolicy === 'ClusterFirst' && hostNetwork !== true)

/** The domains that a pod searches which asks the cluster's DNS. */
export const clusterSearch = (namespace: string | undefined, domain: string): string[] => [
  `${namespace}.svc.${domain}`,
  `svc.${domain}`,
  domain,
]

/** The text of /etc/resolv.conf, by the pod's dnsPolicy and dnsConfig. */
export function resolvFile(node: NodeOfContainers, { metadata, spec }: Pod): string {
  const host = { servers: [node.nodeIPs[0]!], search: [] as string[], options: [] as string[] }
  const cluster = {
    servers: [...node.clusterDNS],
    search: clusterSearch(metadata.namespace, node.clusterDomain),
    options: ['ndots:5'],
  }
  const base =
    spec.dnsPolicy === 'None'
      ? { servers: [], search: [], options: [] }
      : asksClusterDNS(spec)
        ? cluster
        : host
  const { nameservers = [], searches = [], options = [] } = spec.dnsConfig ?? {}
  const given = options.map(({ name, value }) => (value === undefined ? name! : `${name}:${value}`))
  const names = new Set(options.map(({ name }) => name))
  const all = {
    servers: [...new Set([...base.servers, ...nameservers])],
    search: [...new Set([...base.search, ...searches])],
    options: [...base.options.filter((one) => !names.has(one.split(':')[0]!)), ...given],
  }
  return [
    ...(all.search.length === 0 ? [] : [`search ${all.search.join(' ')}\n`]),
    ...all.servers.map((one) => `nameserver ${one}\n`),
    ...(all.options.length === 0 ? [] : [`options ${all.options.join(' ')}\n`]),
  ].join('')
}
