// Upstream: kubectl/pkg/describe/describe.go (describeNetworkPolicy, describeNetworkPolicySpec)
import type { NetworkPolicyPeer, NetworkPolicyPort, NetworkPolicySpec } from '../../../api/networking-v1.ts'
import type { Describer } from './describer.ts'
import { describeDialect } from './dialect.ts'
import { annotationsText, labelsText, selectorText } from './parts.ts'

const indent = '    '

/** Describes a NetworkPolicy: which traffic it lets pass. */
export const describeNetworkPolicy: Describer = ({ minor }, object) => {
  const spec = (object['spec'] ?? {}) as NetworkPolicySpec
  const { name = '', namespace = '', labels, annotations, creationTimestamp } = object.metadata
  const { podSelector = {}, policyTypes = [], ingress = [], egress = [] } = spec
  const created = new Date(creationTimestamp ?? 0)
    .toISOString()
    .replace('T', ' ')
    .replace('.000Z', ' +0000 UTC')
  const all =
    Object.keys(podSelector.matchLabels ?? {}).length === 0 &&
    (podSelector.matchExpressions ?? []).length === 0
  const tellsRanges = describeDialect(minor).portRanges
  const rules = (kind: string, list: readonly Rule[], side: string, by: string): string =>
    policyTypes.includes(kind)
      ? `  Allowing ${kind.toLowerCase()} traffic:\n${rulesText(list, kind.toLowerCase(), side, by, tellsRanges)}`
      : `  Not affecting ${kind.toLowerCase()} traffic\n`
  return [
    `Name:\t${name}\nNamespace:\t${namespace}\nCreated on:\t${created}\n`,
    labelsText(labels),
    annotationsText('Annotations', annotations),
    `Spec:\n  PodSelector:     ${all ? '<none> (Allowing the specific traffic to all pods in this namespace)' : selectorText(podSelector)}\n`,
    rules(
      'Ingress',
      ingress.map(({ ports, from }) => ({ ports, peers: from })),
      'From',
      'source',
    ),
    rules(
      'Egress',
      egress.map(({ ports, to }) => ({ ports, peers: to })),
      'To',
      'destination',
    ),
    `  Policy Types: ${policyTypes.join(', ') || '<none>'}\n`,
  ].join('')
}

interface Rule {
  ports: NetworkPolicyPort[] | undefined
  peers: NetworkPolicyPeer[] | undefined
}

function rulesText(
  rules: readonly Rule[],
  kind: string,
  side: string,
  by: string,
  tellsRanges: boolean,
): string {
  if (rules.length === 0) return `${indent}<none> (Selected pods are isolated for ${kind} connectivity)\n`
  const texts = rules.map(({ ports = [], peers = [] }) => {
    const portLines =
      ports.length === 0
        ? [`${indent}To Port: <any> (traffic allowed to all ports)\n`]
        : ports.map((port) => portLine(port, tellsRanges))
    const peerLines =
      peers.length === 0
        ? [`${indent}${side}: <any> (traffic not restricted by ${by})\n`]
        : peers.map((peer) => `${indent}${side}:\n${peerLine(peer)}`)
    return [...portLines, ...peerLines].join('')
  })
  return texts.join(`${indent}----------\n`)
}

function portLine({ port, endPort, protocol = 'TCP' }: NetworkPolicyPort, tellsRanges: boolean): string {
  const from = port ?? '<nil>'
  return endPort == null || !tellsRanges
    ? `${indent}To Port: ${from}/${protocol}\n`
    : `${indent}To Port Range: ${from}-${endPort}/${protocol}\n`
}

function peerLine({ podSelector, namespaceSelector, ipBlock }: NetworkPolicyPeer): string {
  const start = `  ${indent}`
  const namespaces =
    namespaceSelector == null ? '' : `${start}NamespaceSelector: ${selectorText(namespaceSelector)}\n`
  const pods = podSelector == null ? '' : `${start}PodSelector: ${selectorText(podSelector)}\n`
  if (namespaces + pods !== '' || ipBlock == null) return namespaces + pods
  return `${start}IPBlock:\n  ${start}CIDR: ${ipBlock.cidr ?? ''}\n  ${start}Except: ${(ipBlock.except ?? []).join(', ')}\n`
}
