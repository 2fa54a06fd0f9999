// Upstream: pkg/printers/internalversion/printers.go

import type { JsonObject, JsonValue } from '../../../apimachinery/json.ts'
import {
  age,
  at,
  firstThree,
  int,
  labelsText,
  list,
  name,
  type Printer,
  selectorCell,
  text,
  values,
} from './cells.ts'
import { tablesDialect } from './dialect.ts'

/** Cells of Services: name, type, cluster IP, external IPs, ports, age; selector in wide output. */
export const printService: Printer = (o, options) => [
  name(o),
  text(o, 'spec', 'type'),
  String(values(o, 'spec', 'clusterIPs')[0] ?? '<none>'),
  externalIP(o),
  list(o, 'spec', 'ports').map(portText).join(',') || '<none>',
  age(o, options),
  labelsText(at(o, 'spec', 'selector')),
]

function portText(port: JsonObject): string {
  const nodePort = int(port, 'nodePort')
  return `${int(port, 'port')}${nodePort > 0 ? `:${nodePort}` : ''}/${text(port, 'protocol')}`
}

function externalIP(service: JsonObject): string {
  const ips = values(service, 'spec', 'externalIPs').map(String)
  switch (text(service, 'spec', 'type')) {
    case 'ClusterIP':
    case 'NodePort':
      return ips.join(',') || '<none>'
    case 'LoadBalancer':
      return [...ingressAddresses(service), ...ips].join(',') || '<pending>'
    case 'ExternalName':
      return text(service, 'spec', 'externalName')
    default:
      return '<unknown>'
  }
}

const ingressAddresses = (o: JsonObject): string[] => {
  const all = list(o, 'status', 'loadBalancer', 'ingress').map((i) => text(i, 'ip') || text(i, 'hostname'))
  return [...new Set(all.filter((address) => address !== ''))].sort()
}

/** Cells of EndpointSlices: name, address type, up to three ports and addresses, age. */
export const printEndpointSlice: Printer = (o, options) => [
  name(o),
  text(o, 'addressType'),
  firstThree(list(o, 'ports').map(slicePort), '<unset>'),
  firstThree(
    list(o, 'endpoints').flatMap((endpoint) => values(endpoint, 'addresses').map(String)),
    '<unset>',
  ),
  age(o, options),
]

function slicePort(port: JsonObject): string {
  if (at(port, 'port') !== undefined) return String(int(port, 'port'))
  return at(port, 'name') === undefined ? '*' : text(port, 'name')
}

/** Cells of Ingresses: name, class, hosts, addresses, ports, age. */
export const printIngress: Printer = (o, options) => [
  name(o),
  orNone(at(o, 'spec', 'ingressClassName')),
  hosts(list(o, 'spec', 'rules')),
  ingressAddresses(o).join(','),
  list(o, 'spec', 'tls').length > 0 ? '80, 443' : '80',
  age(o, options),
]
const orNone = (value: JsonValue | undefined): string => (value === undefined ? '<none>' : String(value))

/** The first three hosts; how many more counts all rules, also those without a host. */
function hosts(rules: readonly JsonObject[]): string {
  const shown: string[] = []
  let more = false
  for (const rule of rules) {
    if (shown.length === 3) more = true
    const host = text(rule, 'host')
    if (!more && host !== '') shown.push(host)
  }
  if (shown.length === 0) return '*'
  return more ? `${shown.join(',')} + ${rules.length - 3} more...` : shown.join(',')
}

/** Cells of IngressClasses: name, controller, parameters, age. */
export const printIngressClass: Printer = (o, options) => {
  const isDefault =
    text(o, 'metadata', 'annotations', 'ingressclass.kubernetes.io/is-default-class') === 'true'
  const parameters = at(o, 'spec', 'parameters')
  const group = at(parameters, 'apiGroup')
  const shown =
    parameters === undefined
      ? '<none>'
      : `${text(parameters, 'kind')}${group === undefined ? '' : `.${String(group)}`}/${text(parameters, 'name')}`
  return [
    isDefault && tablesDialect(options.minor).marksDefaultIngressClass ? `${name(o)} (default)` : name(o),
    text(o, 'spec', 'controller'),
    shown,
    age(o, options),
  ]
}

/** Cells of NetworkPolicies: name, pod selector, age. */
export const printNetworkPolicy: Printer = (o, options) => [
  name(o),
  selectorCell(at(o, 'spec', 'podSelector') ?? {}),
  age(o, options),
]
/** Cells of ServiceCIDRs: name, CIDRs, age. */
export const printServiceCIDR: Printer = (o, options) => [
  name(o),
  values(o, 'spec', 'cidrs').join(','),
  age(o, options),
]

/** The age is in the row though the columns do not name it. */
export const printIPAddress: Printer = (o, options) => {
  const parent = at(o, 'spec', 'parentRef')
  if (parent === undefined) return [name(o), '<none>', age(o, options)]
  const [group, namespace] = [text(parent, 'group'), text(parent, 'namespace')]
  const resource = (
    group === '' ? text(parent, 'resource') : `${text(parent, 'resource')}.${group}`
  ).toLowerCase()
  return [
    name(o),
    [resource, ...(namespace === '' ? [] : [namespace]), text(parent, 'name')].join('/'),
    age(o, options),
  ]
}

const requirements = (term: JsonObject, key: string): string =>
  `[${list(term, key)
    .map((one) => `{${text(one, 'key')} ${text(one, 'operator')} [${values(one, 'values').join(' ')}]}`)
    .join(' ')}]`

function nodeSelectorCell(selector: JsonValue | undefined): string {
  if (selector === undefined) return '<none>'
  const terms = list(selector, 'nodeSelectorTerms').flatMap((term) => [
    ...(list(term, 'matchExpressions').length > 0
      ? [`MatchExpressions: ${requirements(term, 'matchExpressions')}`]
      : []),
    ...(list(term, 'matchFields').length > 0 ? [`MatchFields: ${requirements(term, 'matchFields')}`] : []),
  ])
  return terms.join(',')
}

/** Cells of ClusterCIDRs (alpha, 1.25 to 1.28): name, host bits, both ranges, age; node selector. */
export const printClusterCIDR: Printer = (o, options) => [
  name(o),
  String(int(o, 'spec', 'perNodeHostBits')),
  text(o, 'spec', 'ipv4') || '<none>',
  text(o, 'spec', 'ipv6') || '<none>',
  age(o, options),
  nodeSelectorCell(at(o, 'spec', 'nodeSelector')),
]
