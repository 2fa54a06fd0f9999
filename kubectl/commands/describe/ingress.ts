// Upstream: kubectl/pkg/describe/describe.go (describeIngressV1, describeBackendV1, describeIngressClassV1)
import type { ServiceSpec } from '../../../api/core-v1.ts'
import type {
  IngressBackend,
  IngressClassSpec,
  IngressLoadBalancerStatus,
  IngressSpec,
} from '../../../api/networking-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import type { Session } from '../../session.ts'
import type { Describer } from './describer.ts'
import { describeDialect } from './dialect.ts'
import { annotationsText, labelsText } from './parts.ts'
import { addressesText, endpointSlices } from './service.ts'

/** Describes an Ingress, with the endpoints behind it, which the server is asked for. */
export const describeIngress: Describer = async (session, object) => {
  const spec = (object['spec'] ?? {}) as IngressSpec
  const { name = '', namespace = '', labels, annotations } = object.metadata
  const { loadBalancer = {} } = (object['status'] ?? {}) as { loadBalancer?: IngressLoadBalancerStatus }
  const addresses = (loadBalancer.ingress ?? []).map(({ ip, hostname }) => ip || hostname || '')
  const back = (backend: IngressBackend): Promise<string> => backendText(session, namespace, backend)
  const byDefault = spec.defaultBackend == null ? '<default>' : await back(spec.defaultBackend)
  const rules: string[] = []
  for (const { host = '', http } of spec.rules ?? []) {
    if (http == null) continue
    rules.push(`  ${host || '*'}\t\n`)
    for (const { path = '', backend } of http.paths ?? [])
      rules.push(`    \t${path} \t${await back(backend ?? {})}\n`)
  }
  const none =
    describeDialect(session.minor).ingressTellsDefault || spec.defaultBackend != null ? byDefault : ''
  return [
    `Name:\t${name}\n${labelsText(labels)}Namespace:\t${namespace}\n`,
    `Address:\t${[...new Set(addresses.filter((text) => text !== ''))].sort().join(',')}\n`,
    `Ingress Class:\t${spec.ingressClassName ?? '<none>'}\nDefault backend:\t${byDefault}\n`,
    tlsText(spec),
    'Rules:\n  Host\tPath\tBackends\n  ----\t----\t--------\n',
    ...(rules.length === 0 ? [`  *\t*\t${none}\n`] : rules),
    annotationsText('Annotations', annotations),
  ].join('')
}

function tlsText({ tls = [] }: IngressSpec): string {
  if (tls.length === 0) return ''
  const lines = tls.map(({ secretName = '', hosts = [] }) =>
    secretName === ''
      ? `  SNI routes ${hosts.join(',')}\n`
      : `  ${secretName} terminates ${hosts.join(',')}\n`,
  )
  return `TLS:\n${lines.join('')}`
}

async function backendText(session: Session, namespace: string, backend: IngressBackend): Promise<string> {
  const { service, resource } = backend
  if (service == null)
    return resource == null
      ? ''
      : `APIGroup: ${resource.apiGroup ?? '<none>'}, Kind: ${resource.kind ?? ''}, Name: ${resource.name ?? ''}`
  const { name = '', port = {} } = service
  const number = port.number ?? 0
  const text = `${name}:${number === 0 ? (port.name ?? '') : number}`
  const base = `/api/v1/namespaces/${encodeURIComponent(namespace)}`
  const transport = await session.transport()
  const read = async (path: string): Promise<KubeObject> => transport.json<KubeObject>(path)
  const { ingressReadsSlices } = describeDialect(session.minor)
  try {
    if (!ingressReadsSlices) await read(`${base}/endpoints/${encodeURIComponent(name)}`)
  } catch (error) {
    return `${text} (<error: ${(error as Error).message}>)`
  }
  try {
    const slices = await endpointSlices(session, namespace, name)
    const found = await read(`${base}/services/${encodeURIComponent(name)}`)
    const ports = ((found['spec'] ?? {}) as ServiceSpec).ports ?? []
    const chosen = ports.filter((p) => (number === 0 ? p.name === port.name : p.port === number))
    return `${text} (${addressesText(slices, chosen.at(-1)?.name ?? '')})`
  } catch (error) {
    return `${text}${ingressReadsSlices ? ' ' : ''}(<error: ${(error as Error).message}>)`
  }
}

/** Describes an IngressClass. */
export const describeIngressClass: Describer = (_session, object) => {
  const { controller = '', parameters } = (object['spec'] ?? {}) as IngressClassSpec
  const { name = '', labels, annotations } = object.metadata
  const group = parameters?.apiGroup == null ? '' : `  APIGroup:\t${parameters.apiGroup}\n`
  return [
    `Name:\t${name}\n${labelsText(labels)}${annotationsText('Annotations', annotations)}`,
    `Controller:\t${controller}\n`,
    parameters == null
      ? ''
      : `Parameters:\n${group}  Kind:\t${parameters.kind ?? ''}\n  Name:\t${parameters.name ?? ''}\n`,
  ].join('')
}
