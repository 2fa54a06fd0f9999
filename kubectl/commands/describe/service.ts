// Upstream: kubectl/pkg/describe/describe.go (describeService, formatEndpointSlices)

import type { Endpoints, ServicePort, ServiceSpec } from '../../../api/core-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { joinHostPort } from '../../../component-base/go/net.ts'
import type { Session } from '../../session.ts'
import { describeDialect } from './dialect.ts'
import { header, orNone, pairs } from './parts.ts'

/** What is read of an EndpointSlice. */
export interface Slice {
  ports?: { name?: string; port?: number }[]
  endpoints?: { addresses: string[]; conditions?: { ready?: boolean } }[]
}

/** The text of one optional line. */
const line = (title: string, value: string | number | undefined): string =>
  value === undefined || value === '' || value === 0 ? '' : `${title}:\t${value}\n`
const list = (title: string, values: readonly string[] | undefined): string =>
  line(title, (values ?? []).join(','))

/** Describes a Service, with the endpoints of its EndpointSlices, which the server is asked for. */
export async function describeService(session: Session, object: KubeObject): Promise<string> {
  const spec = (object['spec'] ?? {}) as ServiceSpec
  const { name = '', namespace = '' } = object.metadata
  const dialect = describeDialect(session.minor)
  const old = dialect.byEndpoints
  const slices = await (old ? endpoints : endpointSlices)(session, namespace, name)
  return [
    header(object),
    `Selector:\t${orNone(pairs(spec.selector).join(','))}\nType:\t${spec.type ?? ''}\n`,
    line('IP Family Policy', spec.ipFamilyPolicy),
    `IP Families:\t${orNone((spec.ipFamilies ?? []).join(','))}\n`,
    `IP:\t${spec.clusterIP ?? ''}\nIPs:\t${orNone((spec.clusterIPs ?? []).join(','))}\n`,
    list('External IPs', spec.externalIPs),
    line(old ? 'IP' : 'Desired LoadBalancer IP', spec.loadBalancerIP),
    line('External Name', spec.externalName),
    line('LoadBalancer Ingress', ingressText(object, old)),
    ...(spec.ports ?? []).map((port) => portText(port, slices, dialect)),
    `Session Affinity:\t${spec.sessionAffinity ?? ''}\n`,
    line('External Traffic Policy', spec.externalTrafficPolicy),
    old ? '' : line('Internal Traffic Policy', spec.internalTrafficPolicy),
    line('HealthCheck NodePort', spec.healthCheckNodePort),
    list('LoadBalancer Source Ranges', spec.loadBalancerSourceRanges),
    dialect.trafficDistribution ? line('Traffic Distribution', spec.trafficDistribution) : '',
  ].join('')
}

function ingressText(object: KubeObject, old: boolean): string {
  const status = (object['status'] ?? {}) as {
    loadBalancer?: { ingress?: { ip?: string; ipMode?: string; hostname?: string }[] }
  }
  return (status.loadBalancer?.ingress ?? [])
    .map(({ ip, ipMode, hostname }) =>
      ip === undefined ? (hostname ?? '') : `${ip}${old || ipMode === undefined ? '' : ` (${ipMode})`}`,
    )
    .join(', ')
}

function portText(
  port: ServicePort,
  slices: readonly Slice[],
  { appProtocols }: ReturnType<typeof describeDialect>,
): string {
  const name = (port.name ?? '') === '' ? '<unset>' : port.name
  return [
    `Port:\t${name}\t${port.port}/${port.protocol}\n`,
    `TargetPort:\t${port.targetPort ?? 0}/${port.protocol}\n`,
    appProtocols ? line('AppProtocol', port.appProtocol) : '',
    (port.nodePort ?? 0) === 0 ? '' : `NodePort:\t${name}\t${port.nodePort}/${port.protocol}\n`,
    `Endpoints:\t${addressesText(slices, port.name ?? '')}\n`,
  ].join('')
}

const most = 3

/** The addresses of ready endpoints, for the port of that name: three, and how many more; `<none>` without slices. */
export function addressesText(slices: readonly Slice[], portName: string): string {
  if (slices.length === 0) return '<none>'
  const all = slices.flatMap((slice) => {
    const ready = (slice.endpoints ?? [])
      .filter((e) => e.conditions?.ready !== false)
      .map((e) => e.addresses[0]!)
    if ((slice.ports ?? []).length === 0) return ready
    return slice
      .ports!.filter((p) => (p.name ?? '') === portName)
      .flatMap((p) => ready.map((a) => joinHostPort(a, String(p.port))))
  })
  const shown = all.slice(0, most).join(',')
  return all.length > most ? `${shown} + ${all.length - most} more...` : shown
}

/** The EndpointSlices of a Service. */
export async function endpointSlices(session: Session, namespace: string, name: string): Promise<Slice[]> {
  const selector = encodeURIComponent(`kubernetes.io/service-name=${name}`)
  const path = `/apis/discovery.k8s.io/v1/namespaces/${namespace}/endpointslices?labelSelector=${selector}`
  return (await (await session.transport()).json<{ items: Slice[] }>(path)).items
}

/** The Endpoints of a Service, each subset as a slice; none where they cannot be read. */
async function endpoints(session: Session, namespace: string, name: string): Promise<Slice[]> {
  const path = `/api/v1/namespaces/${namespace}/endpoints/${name}`
  const transport = await session.transport()
  const { subsets } = await transport.json<Endpoints>(path).catch((): Endpoints => ({}))
  return (subsets ?? []).map(({ addresses = [], ports = [] }) => ({
    ports,
    endpoints: addresses.map(({ ip = '' }) => ({ addresses: [ip] })),
  }))
}
