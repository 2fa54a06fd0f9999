// Upstream: pkg/controller/endpointslicemirroring

import type { EndpointAddress, EndpointSubset, EndpointPort as SubsetPort } from '../api/core-v1.ts'
import type { Endpoint } from '../api/discovery-v1.ts'
import { type KubeObject, semanticEqual } from '../apimachinery/json.ts'
import { isNotFound } from '../client/rest-client.ts'
import { familyOf } from '../component-base/ip-family.ts'
import { type Controller, type ControllerContext, keyOf, ReconcileQueue } from './controller.ts'
import { recordEvent } from './event-recorder.ts'
import { controllerReference } from './owner-references.ts'
import type { SlicePort } from './slice-ports.ts'

const managedBy = 'endpointslicemirroring-controller.k8s.io'
const managedByLabel = 'endpointslice.kubernetes.io/managed-by'
const serviceName = 'kubernetes.io/service-name'
/** --mirroring-max-endpoints-per-subset */
const maxPerSubset = 1000
const unmirrored: ReadonlySet<string> = new Set([
  'endpoints.kubernetes.io/last-change-trigger-time',
  'kubectl.kubernetes.io/last-applied-configuration',
])

type Slice = KubeObject & { addressType: string; ports?: SlicePort[]; endpoints?: Endpoint[] }

/** Keeps EndpointSlices with what users write into the Endpoints of Services without selectors. */
export function startEndpointSliceMirroring(context: ControllerContext): Controller {
  const enqueue = (object: KubeObject): void => queue.add(keyOf(object))
  const ofSlice = ({ metadata }: KubeObject): void =>
    queue.add(`${metadata.namespace}/${metadata.labels?.[serviceName]}`)
  const endpoints = context.informers.on('/api/v1/endpoints', { onChange: enqueue, onDelete: enqueue })
  const services = context.informers.on('/api/v1/services', {
    onChange: (service, old) => {
      if (old === undefined || selects(service) !== selects(old)) enqueue(service)
    },
    onDelete: enqueue,
  })
  const selector = encodeURIComponent(`${managedByLabel}=${managedBy}`)
  const slices = context.informers.on(`/apis/discovery.k8s.io/v1/endpointslices?labelSelector=${selector}`, {
    onChange: (slice, old) => {
      if (old !== undefined && old.metadata.generation !== slice.metadata.generation) ofSlice(slice)
    },
    onDelete: ofSlice,
  })
  const queue: ReconcileQueue = new ReconcileQueue(context, 'endpointslicemirroring', async (key) => {
    const mirrored = [...slices.items.values()].filter(
      ({ metadata }) => `${metadata.namespace}/${metadata.labels?.[serviceName]}` === key,
    ) as Slice[]
    const own = endpoints.items.get(key)
    const service = services.items.get(key)
    const wanted = own !== undefined && service !== undefined && isMirrored(own) && !selects(service)
    await new Mirror(context, wanted ? own : undefined).reconcile(mirrored)
  })
  return queue
}

const selects = (service: KubeObject): boolean =>
  (service['spec'] as { selector?: object } | undefined)?.selector !== undefined

const isMirrored = ({ metadata }: KubeObject): boolean =>
  metadata.deletionTimestamp === undefined &&
  metadata.labels?.['endpointslice.kubernetes.io/skip-mirror'] !== 'true' &&
  !Object.hasOwn(metadata.annotations ?? {}, 'control-plane.alpha.kubernetes.io/leader')

/** The endpoints of one address family that have the same ports. */
interface Group {
  addressType: string
  ports: SlicePort[]
  endpoints: Endpoint[]
}

const keyOfGroup = ({ addressType, ports = [] }: Pick<Slice, 'addressType' | 'ports'>): string =>
  `${addressType} ${ports
    .map(
      ({ name = '', port, protocol = 'TCP', appProtocol = '' }) =>
        `${name}/${port}/${protocol}/${appProtocol}`,
    )
    .sort()
    .join(' ')}`

class Mirror {
  private readonly context: ControllerContext
  private readonly own: KubeObject | undefined
  private invalid = 0
  private skipped = 0

  /** @param own undefined: nothing is mirrored */
  constructor(context: ControllerContext, own: KubeObject | undefined) {
    this.context = context
    this.own = own
  }

  async reconcile(mirrored: readonly Slice[]): Promise<void> {
    const groups = this.groups()
    this.tellSkipped()
    const free = mirrored.filter((slice) => !groups.has(keyOfGroup(slice)))
    for (const [key, group] of groups) {
      const [first, ...more] = mirrored.filter((slice) => keyOfGroup(slice) === key)
      free.push(...more)
      await this.write(group, first ?? takeOfType(free, group.addressType))
    }
    for (const slice of free) await this.remove(slice)
  }

  private groups(): Map<string, Group> {
    const groups = new Map<string, Group>()
    for (const { ports, addresses, notReadyAddresses } of (this.own?.['subsets'] ?? []) as EndpointSubset[]) {
      const slicePorts = (ports ?? []).map(slicePort)
      for (const addressType of ['IPv4', 'IPv6']) {
        const key = keyOfGroup({ addressType, ports: slicePorts })
        const group = groups.get(key) ?? { addressType, ports: slicePorts, endpoints: [] }
        group.endpoints.push(...this.endpointsOf(addressType, addresses, true))
        group.endpoints.push(...this.endpointsOf(addressType, notReadyAddresses, false))
        this.skipped += Math.max(0, group.endpoints.length - maxPerSubset)
        group.endpoints.splice(maxPerSubset)
        if (group.endpoints.length > 0) groups.set(key, group)
      }
    }
    return groups
  }

  private endpointsOf(
    addressType: string,
    addresses: EndpointAddress[] | undefined,
    ready: boolean,
  ): Endpoint[] {
    return (addresses ?? []).flatMap((address) => {
      const family = familyOf(address.ip ?? '')
      if (family === undefined && addressType === 'IPv4') this.invalid++
      return family === addressType ? [endpointOf(address, ready)] : []
    })
  }

  private tellSkipped(): void {
    if (this.invalid > 0)
      this.warn(
        'InvalidIPAddress',
        `Skipped ${this.invalid} invalid IP addresses when mirroring to EndpointSlices`,
      )
    if (this.skipped > 0)
      this.warn(
        'TooManyAddressesToMirror',
        `A max of ${maxPerSubset} addresses can be mirrored to EndpointSlices per Endpoints subset. ${this.skipped} addresses were skipped`,
      )
  }

  private warn(reason: string, message: string): void {
    recordEvent(this.context, 'endpoint-slice-mirroring-controller', this.own!, {
      type: 'Warning',
      reason,
      message,
    })
  }

  private async write(group: Group, existing: Slice | undefined): Promise<void> {
    const slice = this.sliceOf(group, existing)
    const path = pathOf(this.own!)
    if (existing === undefined) await this.context.client.create(path, slice)
    else if (!semanticEqual(withoutStatus(slice), withoutStatus(existing)))
      await this.context.client.update(`${path}/${existing.metadata.name}`, slice)
  }

  private sliceOf({ addressType, ports, endpoints }: Group, existing: Slice | undefined): Slice {
    const { name, namespace, labels, annotations = {} } = this.own!.metadata
    const kept = Object.entries(annotations).filter(([key]) => !unmirrored.has(key))
    return {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: {
        ...(existing?.metadata ?? { generateName: `${name}-`, namespace: namespace! }),
        labels: { ...labels, [serviceName]: name!, [managedByLabel]: managedBy },
        ...(kept.length === 0 ? {} : { annotations: Object.fromEntries(kept) }),
        ownerReferences: [controllerReference({ ...this.own!, apiVersion: 'v1', kind: 'Endpoints' })],
      },
      addressType,
      endpoints,
      ports,
    }
  }

  private async remove(slice: Slice): Promise<void> {
    try {
      await this.context.client.delete(`${pathOf(slice)}/${slice.metadata.name}`)
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
  }
}

const pathOf = ({ metadata }: KubeObject): string =>
  `/apis/discovery.k8s.io/v1/namespaces/${metadata.namespace}/endpointslices`

const withoutStatus = ({ metadata, endpoints, ports }: Slice): object => ({
  labels: metadata.labels,
  annotations: metadata.annotations,
  owners: metadata.ownerReferences,
  endpoints,
  ports,
})

/** A slice that would be deleted is written anew instead; the type of its addresses stays. */
function takeOfType(free: Slice[], addressType: string): Slice | undefined {
  const at = free.findIndex((slice) => slice.addressType === addressType)
  return at < 0 ? undefined : free.splice(at, 1)[0]
}

const slicePort = ({ name = '', port, protocol = 'TCP', appProtocol }: SubsetPort): SlicePort => ({
  name,
  port: port!,
  protocol,
  ...(appProtocol === undefined ? {} : { appProtocol }),
})

const endpointOf = ({ ip, hostname, nodeName, targetRef }: EndpointAddress, ready: boolean): Endpoint => ({
  addresses: [ip!],
  conditions: { ready },
  ...(hostname === undefined || hostname === '' ? {} : { hostname }),
  ...(targetRef === undefined ? {} : { targetRef }),
  ...(nodeName === undefined ? {} : { nodeName }),
})
