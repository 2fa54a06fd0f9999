// A service and its endpoints as the delta form has them: values with paths. Upstream: kpng server/jobs/store2localdiff
import { createHash } from 'node:crypto'
import type { EndpointSlice, Service } from '../../rules/model/objects.ts'
import type { NodeApiCodec } from '../grpc.ts'
import type { EndpointMessage, IPSet, ServiceEndpoints } from '../messages.ts'
import type { EncodedEndpoint, ServiceSets } from './encoded-sets.ts'
import type { EndpointValue, ServiceValue } from './messages.ts'

type Codec = Pick<NodeApiCodec, 'encodeService' | 'encodeEndpoint'>

/** A service and its endpoints in the delta form. @param item the service as this node has it */
export function serviceSets(
  item: ServiceEndpoints,
  service: Service,
  slices: readonly EndpointSlice[],
  codec: Codec,
): ServiceSets {
  const pods = podNames(slices)
  const values = groupByPod(item.Endpoints, pods)
  const endpoints = new Map<string, EncodedEndpoint>()
  for (const { pod, value } of values) {
    const bytes = codec.encodeEndpoint(value)
    const shared = values.filter((other) => other.pod === pod).length > 1
    const anonymous = pod === '' || shared
    const name = anonymous ? createHash('sha256').update(bytes).digest('hex').slice(0, 16) : pod
    endpoints.set(`${item.Namespace}/${item.Name}/${name}`, { bytes, anonymous })
  }
  return { service: codec.encodeService(serviceValue(item, service)), endpoints }
}

const ipSet = (ips: readonly string[]): IPSet => ({
  V4: ips.filter((ip) => !ip.includes(':')),
  V6: ips.filter((ip) => ip.includes(':')),
})

function serviceValue(item: ServiceEndpoints, service: Service): ServiceValue {
  const { IPs, Ports, Endpoints: _, MapAll: __, ...same } = item
  return {
    ...same,
    IPs: {
      ClusterIPs: ipSet(IPs.ClusterIPs),
      ExternalIPs: ipSet(IPs.ExternalIPs),
      LoadBalancerIPs: IPs.LoadBalancerIPs,
    },
    Ports: Ports.map((port) => ({ ...port, TargetPortName: targetPortName(service, port.Name) })),
  }
}

function targetPortName(service: Service, portName: string): string {
  const target = service.spec?.ports?.find(({ name }) => (name ?? '') === portName)?.targetPort
  return typeof target === 'string' ? target : ''
}

/** Address → pod. */
function podNames(slices: readonly EndpointSlice[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const { endpoints } of slices)
    for (const { addresses, targetRef } of endpoints ?? [])
      if (targetRef?.kind === 'Pod' && addresses?.[0] !== undefined)
        found.set(addresses[0], targetRef.name ?? '')
  return found
}

interface PodValue {
  /** Empty: none. */
  pod: string
  value: EndpointValue
}

/** Addresses of one pod that are used alike make one endpoint: those of both families. */
function groupByPod(endpoints: readonly EndpointMessage[], pods: ReadonlyMap<string, string>): PodValue[] {
  const found = new Map<string, PodValue>()
  for (const endpoint of endpoints) {
    const { IPsV4, IPsV6, Hostname, Conditions, PortOverrides, Scopes } = endpoint
    const pod = pods.get(IPsV4[0] ?? IPsV6[0] ?? '') ?? ''
    const value = { Hostname, Local: Conditions.Local, PortOverrides, Scopes }
    const key = JSON.stringify([pod, value, pod === '' ? [IPsV4, IPsV6] : []])
    const { V4, V6 } = found.get(key)?.value.IPs ?? { V4: [], V6: [] }
    found.set(key, { pod, value: { ...value, IPs: { V4: [...V4, ...IPsV4], V6: [...V6, ...IPsV6] } } })
  }
  return [...found.values()]
}
