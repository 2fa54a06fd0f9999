// Upstream: staging/src/k8s.io/endpointslice/reconciler.go, pkg/controller/endpointslice

import type { ServiceSpec } from '../api/core-v1.ts'
import { type KubeObject, semanticEqual } from '../apimachinery/json.ts'
import { sidecarsOf } from '../apimachinery/sidecars.ts'
import type { Informer } from '../client/informer.ts'
import { familyOf } from '../component-base/ip-family.ts'
import { gateEnabled } from '../featuregates/reader.ts'
import { type Controller, type ControllerContext, keyOf, ReconcileQueue } from './controller.ts'
import { controllersDialect } from './dialect.ts'
import { matchesLabelSelector } from './label-selector.ts'
import { controllerReference } from './owner-references.ts'
import { podEnded, podReady, podTerminating, type StoredPod } from './pods.ts'
import { inSliceOrder, type SlicePort } from './slice-ports.ts'
import { asksForZones, withHints } from './topology-hints.ts'
import { type HintedEndpoint, zoneCapacity } from './zone-allocation.ts'

const managedBy = 'endpointslice-controller.k8s.io'
const managedByLabel = 'endpointslice.kubernetes.io/managed-by'
const serviceName = 'kubernetes.io/service-name'
const headless = 'service.kubernetes.io/headless'
const path = (namespace: string): string => `/apis/discovery.k8s.io/v1/namespaces/${namespace}/endpointslices`

/** Keeps the EndpointSlices of Services with selectors, for each of their IP families. */
export const startEndpointSlices = (context: ControllerContext): Controller =>
  new EndpointSlices(context).queue

class EndpointSlices {
  private readonly context: ControllerContext
  private readonly services: Informer
  private readonly pods: Informer
  private readonly nodes: Informer
  private readonly slices: Informer
  readonly queue: ReconcileQueue

  constructor(context: ControllerContext) {
    const { informers } = context
    this.context = context
    this.services = informers.on('/api/v1/services', {
      onChange: (service) => this.queue.add(keyOf(service)),
    })
    this.pods = informers.on('/api/v1/pods', {
      onChange: (pod, old) => this.podChanged(pod, old),
      onDelete: (pod) => this.podChanged(pod, undefined),
    })
    this.nodes = informers.on('/api/v1/nodes', {
      onChange: (node, old) => {
        if (old === undefined || zoneCapacity(node) !== zoneCapacity(old)) this.capacityChanged()
      },
      onDelete: () => this.capacityChanged(),
    })
    this.slices = informers.on(
      `/apis/discovery.k8s.io/v1/endpointslices?labelSelector=${encodeURIComponent(`${managedByLabel}=${managedBy}`)}`,
      {
        onDelete: ({ metadata }) => this.queue.add(`${metadata.namespace}/${metadata.labels?.[serviceName]}`),
      },
    )
    this.queue = new ReconcileQueue(context, 'endpointslice', (key) => this.sync(key))
  }

  private podChanged(pod: KubeObject, old: KubeObject | undefined): void {
    for (const service of this.services.items.values())
      if ([pod, old].some((one) => one !== undefined && isSelected(service, one)))
        this.queue.add(keyOf(service))
  }

  private capacityChanged(): void {
    for (const service of this.services.items.values())
      if (asksForZones(service, this.context.minor)) this.queue.add(keyOf(service))
  }

  private async sync(key: string): Promise<void> {
    const service = this.services.items.get(key)
    if (service === undefined || service.metadata.deletionTimestamp !== undefined) return
    const { type, selector, ipFamilies: families = ['IPv4'] } = service['spec'] as ServiceSpec
    if (type === 'ExternalName' || selector === undefined || Object.keys(selector).length === 0) return
    const pods = [...this.pods.items.values()].filter((pod) => isSelected(service, pod))
    const owned = [...this.slices.items.values()].filter((slice) => isOf(service, slice))
    for (const slice of owned)
      if (!families.includes(slice['addressType'] as string)) await remove(this.context, slice)
    for (const family of families) {
      const ofFamily = owned.filter((slice) => slice['addressType'] === family)
      await reconcile(this.context, service, family, pods, ofFamily, this.nodes.items)
    }
  }
}

/** Whether a Service's selector takes a pod. */
function isSelected(service: KubeObject, { metadata }: KubeObject): boolean {
  const { selector } = service['spec'] as ServiceSpec
  return (
    selector !== undefined &&
    metadata.namespace === service.metadata.namespace &&
    matchesLabelSelector({ matchLabels: selector }, metadata.labels)
  )
}

/** Whether an EndpointSlice is of a Service. */
const isOf = (service: KubeObject, { metadata }: KubeObject): boolean =>
  metadata.namespace === service.metadata.namespace &&
  metadata.labels?.[serviceName] === service.metadata.name

async function reconcile(
  context: ControllerContext,
  service: KubeObject,
  family: string,
  pods: readonly KubeObject[],
  owned: readonly KubeObject[],
  nodes: ReadonlyMap<string, KubeObject>,
): Promise<void> {
  const { client } = context
  const namespace = service.metadata.namespace!
  const left = [...owned]
  for (const { ports, endpoints } of desiredSlices(context, service, pods, family, nodes)) {
    const existing = left.shift()
    if (existing === undefined)
      await client.create(path(namespace), newSlice(service, family, ports, endpoints))
    else {
      const metadata = { ...existing.metadata, labels: sliceLabels(service) }
      const wanted = { ...existing, metadata, endpoints, ports }
      if (
        !semanticEqual(
          { ...existing, endpoints: toldByBoth(existing, wanted) },
          { ...wanted, endpoints: toldByBoth(wanted, existing) },
        )
      )
        await client.update(`${path(namespace)}/${existing.metadata.name}`, wanted)
    }
  }
  for (const slice of left) await remove(context, slice)
}

interface ToldEndpoints {
  endpoints?: { conditions?: Record<string, unknown> }[]
}

/**
 * A slice's endpoints without conditions that the other slice does not tell: where a gate was turned, a slice has them until its
 * next change. Upstream: EndpointsEqualBeyondHash
 */
function toldByBoth(slice: object, other: object): object[] {
  const others = (other as ToldEndpoints).endpoints ?? []
  return ((slice as ToldEndpoints).endpoints ?? []).map((one, i) => {
    const told = others[i]?.conditions ?? {}
    const conditions = Object.entries(one.conditions ?? {}).filter(([name]) => Object.hasOwn(told, name))
    return { ...one, conditions: Object.fromEntries(conditions) }
  })
}

const remove = ({ client }: ControllerContext, { metadata }: KubeObject): Promise<unknown> =>
  client.delete(`${path(metadata.namespace!)}/${metadata.name}`)

interface DesiredSlice {
  ports: object[]
  endpoints: HintedEndpoint[]
}

const maxEndpointsPerSlice = 100

/** The slices of a Service in one family: at least one, even without pods. */
function desiredSlices(
  { gates, minor }: ControllerContext,
  service: KubeObject,
  pods: readonly KubeObject[],
  family: string,
  nodes: ReadonlyMap<string, KubeObject>,
): DesiredSlice[] {
  const tells = gateEnabled(gates, 'EndpointSliceTerminatingCondition')
  const { publishNotReadyAddresses } = service['spec'] as ServiceSpec
  const candidates = pods.filter((pod) => tells || publishNotReadyAddresses === true || !podTerminating(pod))
  const groups = portGroups(service, candidates, family, controllersDialect(minor).findsSidecarPorts).map(
    ({ ports, members }) => ({
      ports,
      endpoints: members
        .map((pod) => endpoint(service, pod, family, nodes, tells))
        .sort((a, b) => (a.addresses[0]! < b.addresses[0]! ? -1 : 1)),
    }),
  )
  // Hints are shared out over all slices of a family.
  const hinted = withHints(
    service,
    groups.flatMap(({ endpoints }) => endpoints),
    [...nodes.values()],
    { gates, minor },
  )
  return groups.flatMap(({ ports, endpoints }) => inChunks(hinted.splice(0, endpoints.length), ports))
}

function inChunks(endpoints: HintedEndpoint[], ports: object[]): DesiredSlice[] {
  const slices = [{ ports, endpoints: endpoints.splice(0, maxEndpointsPerSlice) }]
  while (endpoints.length > 0) slices.push({ ports, endpoints: endpoints.splice(0, maxEndpointsPerSlice) })
  return slices
}

/** Pods whose named ports resolve to different numbers go to different slices. @param ofSidecars with the ports of sidecars */
function portGroups(
  service: KubeObject,
  pods: readonly KubeObject[],
  family: string,
  ofSidecars: boolean,
): { ports: object[]; members: KubeObject[] }[] {
  const groups = new Map<string, { ports: object[]; members: KubeObject[] }>()
  for (const pod of pods) {
    if (address(pod, family) === undefined || podEnded(pod)) continue
    const ports = inSliceOrder(resolvedPorts(service, pod, ofSidecars))
    const key = JSON.stringify(ports)
    const group = groups.get(key) ?? { ports, members: [] }
    group.members.push(pod)
    groups.set(key, group)
  }
  return groups.size > 0 ? [...groups.values()] : [{ ports: [], members: [] }]
}

const address = (pod: KubeObject, family: string): string | undefined =>
  (pod as StoredPod).status.podIPs?.map((p) => p.ip ?? '').find((ip) => familyOf(ip) === family)

/** Upstream: FindPort in pkg/api/v1/pod/util.go */
function resolvedPorts(service: KubeObject, pod: KubeObject, ofSidecars: boolean): SlicePort[] {
  const { spec } = pod as StoredPod
  const containers = [...spec.containers, ...(ofSidecars ? sidecarsOf(spec) : [])]
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
  tells: boolean,
): HintedEndpoint {
  const { spec } = pod as StoredPod
  const terminating = pod.metadata.deletionTimestamp !== undefined
  const serving = podReady(pod)
  const ready =
    (service['spec'] as ServiceSpec).publishNotReadyAddresses === true || (serving && !terminating)
  const { hostname = '', subdomain } = spec
  const zone = nodes.get(spec.nodeName ?? '')?.metadata.labels?.['topology.kubernetes.io/zone']
  return {
    addresses: [address(pod, family)!],
    conditions: tells ? { ready, serving, terminating } : { ready },
    ...(hostname !== '' && subdomain === service.metadata.name ? { hostname } : {}),
    targetRef: {
      kind: 'Pod',
      namespace: pod.metadata.namespace,
      name: pod.metadata.name,
      uid: pod.metadata.uid,
    },
    ...(spec.nodeName === undefined ? {} : { nodeName: spec.nodeName }),
    ...(zone === undefined || zone === '' ? {} : { zone }),
  } as HintedEndpoint
}

/** The Service's own labels, but for those that the controller sets. */
function sliceLabels({ metadata, ...service }: KubeObject): Record<string, string> {
  const { clusterIP } = service['spec'] as ServiceSpec
  const own = Object.entries(metadata.labels ?? {}).filter(
    ([label]) => ![serviceName, managedByLabel, headless].includes(label),
  )
  return {
    ...Object.fromEntries(own),
    [managedByLabel]: managedBy,
    [serviceName]: metadata.name!,
    ...(clusterIP === 'None' || clusterIP === undefined || clusterIP === '' ? { [headless]: '' } : {}),
  }
}

function newSlice(service: KubeObject, family: string, ports: object[], endpoints: object[]): object {
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      generateName: `${service.metadata.name}-`,
      labels: sliceLabels(service),
      ownerReferences: [controllerReference(service)],
    },
    addressType: family,
    endpoints,
    ports,
  }
}
