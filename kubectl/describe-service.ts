// Upstream: kubectl/pkg/describe/describe.go (describeService)
import type { KubeObject } from '../server/apimachinery/json.ts'
import { multiline, pairs } from './describe-parts.ts'
import type { Session } from './session.ts'

interface ServiceSpec {
  selector?: Record<string, string>
  type?: string
  ipFamilyPolicy?: string
  ipFamilies?: string[]
  clusterIP?: string
  clusterIPs?: string[]
  externalIPs?: string[]
  ports?: { name?: string; port: number; protocol: string; targetPort: number | string; nodePort?: number }[]
  sessionAffinity?: string
  externalTrafficPolicy?: string
  internalTrafficPolicy?: string
}

export async function describeService(session: Session, object: KubeObject): Promise<string> {
  const spec = (object['spec'] ?? {}) as ServiceSpec
  const { name = '', namespace = '', labels, annotations } = object.metadata
  const endpoints = await addresses(session, namespace, name)
  const ports = (spec.ports ?? []).map((p) => {
    const title = p.name ?? '<unset>'
    const node = p.nodePort === undefined ? '' : `NodePort:\t${title}\t${p.nodePort}/${p.protocol}\n`
    const targets = endpoints.filter((e) => (e.port ?? '') === (p.name ?? '')).flatMap((e) => e.addresses)
    return `Port:\t${title}\t${p.port}/${p.protocol}\nTargetPort:\t${p.targetPort}/${p.protocol}\n${node}Endpoints:\t${targets.join(',')}\n`
  })
  return [
    `Name:\t${name}\nNamespace:\t${namespace}\n`,
    multiline('Labels', pairs(labels, '=')),
    multiline('Annotations', pairs(annotations, ': ')),
    `Selector:\t${pairs(spec.selector, '=').join(',') || '<none>'}\nType:\t${spec.type}\n`,
    spec.ipFamilyPolicy ? `IP Family Policy:\t${spec.ipFamilyPolicy}\n` : '',
    spec.ipFamilies?.length ? `IP Families:\t${spec.ipFamilies.join(',')}\n` : '',
    `IP:\t${spec.clusterIP ?? ''}\n`,
    spec.clusterIPs?.length ? `IPs:\t${spec.clusterIPs.join(',')}\n` : '',
    spec.externalIPs?.length ? `External IPs:\t${spec.externalIPs.join(',')}\n` : '',
    ...ports,
    `Session Affinity:\t${spec.sessionAffinity ?? ''}\n`,
    spec.externalTrafficPolicy ? `External Traffic Policy:\t${spec.externalTrafficPolicy}\n` : '',
    spec.internalTrafficPolicy ? `Internal Traffic Policy:\t${spec.internalTrafficPolicy}\n` : '',
  ].join('')
}

async function addresses(
  session: Session,
  namespace: string,
  name: string,
): Promise<{ port: string | undefined; addresses: string[] }[]> {
  const selector = encodeURIComponent(`kubernetes.io/service-name=${name}`)
  const list = await (await session.transport()).json<{
    items: { ports?: { name?: string; port?: number }[]; endpoints?: { addresses: string[] }[] }[]
  }>(`/apis/discovery.k8s.io/v1/namespaces/${namespace}/endpointslices?labelSelector=${selector}`)
  return list.items.flatMap((s) =>
    (s.ports ?? []).map((p) => ({
      port: p.name,
      addresses: (s.endpoints ?? []).flatMap((e) => e.addresses.map((a) => `${a}:${p.port}`)),
    })),
  )
}
