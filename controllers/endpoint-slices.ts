// Upstream: staging/src/k8s.io/endpointslice/reconciler.go, pkg/controller/endpointslice
import { type KubeObject, semanticEqual } from '../server/apimachinery/json.ts'
import { type Controller, type ControllerContext, keyOf, ReconcileQueue } from './controller.ts'
import { matchesLabelSelector } from './label-selector.ts'
import { podReady } from './replica-sets.ts'

interface ServicePort {
  name?: string
  port: number
  protocol?: string
  appProtocol?: string
  targetPort?: number | string
}
interface ServiceSpec {
  type?: string
  clusterIP?: string
  selector?: Record<string, string>
  ports?: ServicePort[]
  ipFamilies?: string[]
  publishNotReadyAddresses?: boolean
}
interface PodShape {
  spec: {
    nodeName?: string
    containers: { ports?: { name?: string; containerPort: number; protocol?: string }[] }[]
  }
  status: { phase?: string; podIPs?: { ip: string }[] }
}

const managedBy = 'endpointslice-controller.k8s.io'
const path = (namespace: string): string => `/apis/discovery.k8s.io/v1/namespaces/${namespace}/endpointslices`

/** Keeps the EndpointSlices of Services with selectors: one slice for each IP family (a simulated cluster stays under 100 endpoints a slice, or splits). */
export function startEndpointSlices(context: ControllerContext): Controller {
  const services = context.informers.on('/api/v1/services', { onChange: (s) => queue.add(keyOf(s)) })
  const pods = context.informers.on('/api/v1/pods', {
    onChange: (p, old) => touch(p, old),
    onDelete: (p) => touch(p, undefined),
  })
  const nodes = context.informers.on('/api/v1/nodes')
  const slices = context.informers.on(
    `/apis/discovery.k8s.io/v1/endpointslices?labelSelector=endpointslice.kubernetes.io%2Fmanaged-by%3D${managedBy}`,
    {
      onDelete: (slice) =>
        queue.add(`${slice.metadata.namespace}/${slice.metadata.labels?.['kubernetes.io/service-name']}`),
    },
  )
  const touch = (pod: KubeObject, old: KubeObject | undefined): void => {
    for (const service of services.items.values()) {
      if (service.metadata.namespace !== pod.metadata.namespace) continue
      const { selector } = service['spec'] as ServiceSpec
      if (
        selector !== undefined &&
        [pod, old].some((p) => matchesLabelSelector({ matchLabels: selector }, p?.metadata.labels))
      )
        queue.add(keyOf(service))
    }
  }
  const queue = new ReconcileQueue(context, 'endpointslice', async (key) => {
    const service = services.items.get(key)
    if (service === undefined || service.metadata.deletionTimestamp !== undefined) return
    const spec = service['spec'] as ServiceSpec
    if (
      spec.type === 'ExternalName' ||
      spec.selector === undefined ||
      Object.keys(spec.selector).length === 0
    )
      return
    const selected = [...pods.items.values()].filter(
      (p) =>
        p.metadata.namespace === service.metadata.namespace &&
        matchesLabelSelector({ matchLabels: spec.selector! }, p.metadata.labels),
    )
    const owned = [...slices.items.values()].filter(
      (s) =>
        s.metadata.namespace === service.metadata.namespace &&
        s.metadata.labels?.['kubernetes.io/service-name'] === service.metadata.name,
    )
    for (const family of spec.ipFamilies ?? ['IPv4'])
      await reconcile(
        context,
        service,
        family,
        selected,
        owned.filter((s) => s['addressType'] === family),
        nodes.items,
      )
  })
  return queue
}

async function reconcile(
  { client }: ControllerContext,
  service: KubeObject,
  family: string,
  pods: readonly KubeObject[],
  owned: readonly KubeObject[],
  nodes: ReadonlyMap<string, KubeObject>,
): Promise<void> {
  const namespace = service.metadata.namespace!
  const groups = portGroups(service, pods, family)
  const left = [...owned]
  for (const { ports, members } of groups) {
    const endpoints = members
      .map((pod) => endpoint(service, pod, family, nodes))
      .sort((a, b) => (a.addresses[0]! < b.addresses[0]! ? -1 : 1))
    const existing = left.shift()
    if (existing === undefined)
      await client.create(path(namespace), newSlice(service, family, ports, endpoints))
    else if (!semanticEqual(existing['endpoints'], endpoints) || !semanticEqual(existing['ports'], ports))
      await client.update(`${path(namespace)}/${existing.metadata.name}`, { ...existing, endpoints, ports })
  }
  for (const slice of left) await client.delete(`${path(namespace)}/${slice.metadata.name}`)
}

/** Pods whose named ports resolve to different numbers go to different slices. */
function portGroups(
  service: KubeObject,
  pods: readonly KubeObject[],
  family: string,
): { ports: object[]; members: KubeObject[] }[] {
  const groups = new Map<string, { ports: object[]; members: KubeObject[] }>()
  for (const pod of pods) {
    const { status } = pod as unknown as PodShape
    if (address(pod, family) === undefined || status.phase === 'Succeeded' || status.phase === 'Failed')
      continue
    const ports = resolvedPorts(service, pod)
    const key = JSON.stringify(ports)
    const group = groups.get(key) ?? { ports, members: [] }
    group.members.push(pod)
    groups.set(key, group)
  }
  return groups.size > 0 ? [...groups.values()] : [{ ports: [], members: [] }]
}

const address = (pod: KubeObject, family: string): string | undefined =>
  (pod as unknown as PodShape).status.podIPs
    ?.map((p) => p.ip)
    .find((ip) => ip.includes(':') === (family === 'IPv6'))

function resolvedPorts(service: KubeObject, pod: KubeObject): object[] {
  const containers = (pod as unknown as PodShape).spec.containers
  return ((service['spec'] as ServiceSpec).ports ?? []).flatMap((port) => {
    const protocol = port.protocol ?? 'TCP'
    const { targetPort } = port
    const named =
      typeof targetPort === 'string'
        ? containers
            .flatMap((c) => c.ports ?? [])
            .find((p) => p.name === targetPort && (p.protocol ?? 'TCP') === protocol)?.containerPort
        : undefined
    const number = typeof targetPort === 'string' ? named : targetPort || port.port
    if (number === undefined) return []
    return [
      {
        name: port.name ?? '',
        protocol,
        port: number,
        ...(port.appProtocol === undefined ? {} : { appProtocol: port.appProtocol }),
      },
    ]
  })
}

function endpoint(
  service: KubeObject,
  pod: KubeObject,
  family: string,
  nodes: ReadonlyMap<string, KubeObject>,
): { addresses: string[] } {
  const { spec } = pod as unknown as PodShape
  const terminating = pod.metadata.deletionTimestamp !== undefined
  const serving = podReady(pod)
  const ready =
    (service['spec'] as ServiceSpec).publishNotReadyAddresses === true || (serving && !terminating)
  const zone = nodes.get(spec.nodeName ?? '')?.metadata.labels?.['topology.kubernetes.io/zone']
  return {
    addresses: [address(pod, family)!],
    conditions: { ready, serving, terminating },
    targetRef: {
      kind: 'Pod',
      namespace: pod.metadata.namespace,
      name: pod.metadata.name,
      uid: pod.metadata.uid,
    },
    ...(spec.nodeName === undefined ? {} : { nodeName: spec.nodeName }),
    ...(zone === undefined ? {} : { zone }),
  } as { addresses: string[] }
}

function newSlice(service: KubeObject, family: string, ports: object[], endpoints: object[]): object {
  const headless = (service['spec'] as ServiceSpec).clusterIP === 'None'
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      generateName: `${service.metadata.name}-`,
      labels: {
        ...service.metadata.labels,
        'endpointslice.kubernetes.io/managed-by': managedBy,
        'kubernetes.io/service-name': service.metadata.name!,
        ...(headless ? { 'service.kubernetes.io/headless': '' } : {}),
      },
      ownerReferences: [
        {
          apiVersion: 'v1',
          kind: 'Service',
          name: service.metadata.name,
          uid: service.metadata.uid,
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
    },
    addressType: family,
    endpoints,
    ports,
  }
}
