// Upstream: pkg/controller/endpoint/endpoints_controller.go
// Deviates: made from the Service's EndpointSlices, which say the same; endpoints.kubernetes.io/last-change-trigger-time is not set.

import type { ServiceSpec } from '../api/core-v1.ts'
import type { Endpoint, EndpointSlice } from '../api/discovery-v1.ts'
import { type KubeObject, semanticEqual } from '../apimachinery/json.ts'
import { isNotFound } from '../client/rest-client.ts'
import { type Controller, type ControllerContext, keyOf, ReconcileQueue, splitKey } from './controller.ts'
import { controllersDialect } from './dialect.ts'

type Slice = KubeObject & EndpointSlice

const serviceName = 'kubernetes.io/service-name'
const headless = 'service.kubernetes.io/headless'
const managedBy = 'endpoints.kubernetes.io/managed-by'

/** Keeps the Endpoints of Services with selectors, in the first of their IP families. */
export function startEndpoints(context: ControllerContext): Controller {
  const services = context.informers.on('/api/v1/services', {
    onChange: (service) => queue.add(keyOf(service)),
    onDelete: (service) => queue.add(keyOf(service)),
  })
  const ofSlice = ({ metadata }: KubeObject): void =>
    queue.add(`${metadata.namespace}/${metadata.labels?.[serviceName]}`)
  const slices = context.informers.on(
    `/apis/discovery.k8s.io/v1/endpointslices?labelSelector=${encodeURIComponent('endpointslice.kubernetes.io/managed-by=endpointslice-controller.k8s.io')}`,
    { onChange: ofSlice, onDelete: ofSlice },
  )
  const queue = new ReconcileQueue(context, 'endpoints', async (key) => {
    const [namespace, name] = splitKey(key)
    const service = services.items.get(key)
    if (service === undefined) return remove(context, namespace, name)
    const { type, selector, ipFamilies = ['IPv4'] } = service['spec'] as ServiceSpec
    if (type === 'ExternalName' || selector === undefined || Object.keys(selector).length === 0) return
    const owned = ([...slices.items.values()] as Slice[]).filter(
      ({ metadata, addressType }) =>
        metadata.namespace === namespace &&
        metadata.labels?.[serviceName] === name &&
        addressType === ipFamilies[0],
    )
    const { publishNotReadyAddresses = false } = service['spec'] as ServiceSpec
    await write(
      context,
      service,
      owned.flatMap((slice) => subsetOf(slice, publishNotReadyAddresses)),
    )
  })
  return queue
}

/** @param terminating with endpoints that terminate */
function subsetOf({ endpoints, ports }: Slice, terminating: boolean): object[] {
  const living = (endpoints ?? []).filter(({ conditions }) => terminating || conditions?.terminating !== true)
  if (living.length === 0) return []
  const addresses = (ready: boolean): object[] =>
    living
      .filter(({ conditions }) => (conditions?.ready ?? true) === ready)
      .map(addressOf)
      .sort((a, b) => (a.ip < b.ip ? -1 : 1))
  const [ready, notReady] = [addresses(true), addresses(false)]
  return [
    {
      ...(ready.length === 0 ? {} : { addresses: ready }),
      ...(notReady.length === 0 ? {} : { notReadyAddresses: notReady }),
      ...(ports == null || ports.length === 0 ? {} : { ports }),
    },
  ]
}

const addressOf = ({ addresses, hostname, nodeName, targetRef }: Endpoint): { ip: string } => ({
  ip: addresses![0]!,
  ...(hostname === undefined ? {} : { hostname }),
  ...(nodeName === undefined ? {} : { nodeName }),
  ...(targetRef === undefined ? {} : { targetRef }),
})

async function write(
  { client, minor }: ControllerContext,
  service: KubeObject,
  subsets: readonly object[],
): Promise<void> {
  const { name, namespace } = service.metadata
  const path = `/api/v1/namespaces/${namespace}/endpoints`
  const labels = {
    ...service.metadata.labels,
    ...(['None', '', undefined].includes((service['spec'] as ServiceSpec).clusterIP)
      ? { [headless]: '' }
      : {}),
    ...(controllersDialect(minor).marksEndpoints ? { [managedBy]: 'endpoint-controller' } : {}),
  }
  const current = await found(client.get<KubeObject>(`${path}/${name}`))
  if (current === undefined)
    await client.create(path, { apiVersion: 'v1', kind: 'Endpoints', metadata: { name, labels }, subsets })
  else if (!semanticEqual(current['subsets'], subsets) || !semanticEqual(current.metadata.labels, labels))
    await client.update(`${path}/${name}`, { ...current, metadata: { ...current.metadata, labels }, subsets })
}

const remove = async ({ client }: ControllerContext, namespace: string, name: string): Promise<void> => {
  await found(client.delete(`/api/v1/namespaces/${namespace}/endpoints/${name}`))
}

async function found<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}
