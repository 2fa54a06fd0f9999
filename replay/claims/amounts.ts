// The numbers that objects have: replicas, addresses, restarts. Undefined where objects of a kind have no such thing.
import { isObject, type JsonObject, type KubeObject } from '../../apimachinery/json.ts'
import type { Amount } from './claim.ts'
import { conditionsOf } from './object-states.ts'

const part = (object: KubeObject | JsonObject, name: string): JsonObject => {
  const found = (object as JsonObject)[name]
  return isObject(found) ? found : {}
}
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const numberOf = (value: unknown, otherwise = 0): number => (typeof value === 'number' ? value : otherwise)

/** Numbers that say the same each in its way: where they differ, which one is meant cannot be told. */
type Count = (object: KubeObject) => number[]

const one =
  (count: (object: KubeObject) => number): Count =>
  (object) => [count(object)]
const inStatus = (field: string): Count => one((object) => numberOf(part(object, 'status')[field]))
const specList = (field: string): Count => one((object) => listOf(part(object, 'spec')[field]).length)
const present = (value: unknown): number => (value === undefined || value === null || value === '' ? 0 : 1)

/** Of a pod's own spec, or of the pods that it has made. */
const containersIn =
  (field: string): Count =>
  (object) => [listOf(podSpec(object)[field]).length]
const podSpec = (object: KubeObject): JsonObject =>
  object.kind === 'Pod' ? part(object, 'spec') : part(part(part(object, 'spec'), 'template'), 'spec')

/** What is wanted and what there is. */
const replicas: Count = (object) => [
  numberOf(part(object, 'spec')['replicas'], 1),
  numberOf(part(object, 'status')['replicas']),
]
const scaled = {
  replicas,
  'ready replicas': inStatus('readyReplicas'),
  'available replicas': inStatus('availableReplicas'),
  'unavailable replicas': inStatus('unavailableReplicas'),
  'updated replicas': inStatus('updatedReplicas'),
}

const addressesOf = (object: KubeObject, type: string): unknown[] =>
  listOf(part(object, 'status')['addresses']).filter((one) => isObject(one) && one['type'] === type)
const clusterIPs: Count = one(({ spec }) => {
  const { clusterIPs, clusterIP } = isObject(spec) ? spec : {}
  const all = listOf(clusterIPs).length > 0 ? listOf(clusterIPs) : [clusterIP]
  return all.filter((ip) => present(ip) === 1 && ip !== 'None').length
})
const ingressOf = (object: KubeObject): unknown[] =>
  listOf(part(part(object, 'status'), 'loadBalancer')['ingress'])
const podIPs: Count = one((pod) => {
  const status = part(pod, 'status')
  return Math.max(listOf(status['podIPs']).length, present(status['podIP']))
})
const restarts: Count = (pod) => {
  const counts = listOf(part(pod, 'status')['containerStatuses']).map((status) =>
    isObject(status) ? numberOf(status['restartCount']) : 0,
  )
  return counts.length === 0 ? [0] : [counts.reduce((a, b) => a + b, 0), Math.max(...counts)]
}

const ofPods = {
  containers: containersIn('containers'),
  'init containers': containersIn('initContainers'),
  'ephemeral containers': containersIn('ephemeralContainers'),
}

const byKind: Readonly<Record<string, Readonly<Partial<Record<Amount, Count>>>>> = {
  Deployment: { ...scaled, ...ofPods },
  ReplicaSet: { ...scaled, ...ofPods },
  StatefulSet: { ...scaled, ...ofPods },
  ReplicationController: { ...scaled, ...ofPods },
  DaemonSet: {
    'ready replicas': inStatus('numberReady'),
    'available replicas': inStatus('numberAvailable'),
    'updated replicas': inStatus('updatedNumberScheduled'),
    ...ofPods,
  },
  Job: ofPods,
  Service: {
    'cluster IPs': clusterIPs,
    IPs: clusterIPs,
    'node ports': one(
      ({ spec }) =>
        listOf(isObject(spec) ? spec['ports'] : undefined).filter(
          (port) => isObject(port) && numberOf(port['nodePort']) > 0,
        ).length,
    ),
    'load balancer IPs': one((service) => ingressOf(service).length),
    'external IPs': one(
      (service) => ingressOf(service).length + listOf(part(service, 'spec')['externalIPs']).length,
    ),
  },
  Pod: {
    ...ofPods,
    'host IPs': one((pod) => {
      const status = part(pod, 'status')
      return Math.max(listOf(status['hostIPs']).length, present(status['hostIP']))
    }),
    'pod IPs': podIPs,
    IPs: podIPs,
    nodes: one((pod) => present(part(pod, 'spec')['nodeName'])),
    restarts,
  },
  Node: {
    taints: specList('taints'),
    'internal IPs': one((node) => addressesOf(node, 'InternalIP').length),
    'external IPs': one((node) => addressesOf(node, 'ExternalIP').length),
  },
}

const ofAll: Readonly<Partial<Record<Amount, Count>>> = {
  owners: one(({ metadata }) => metadata.ownerReferences?.length ?? 0),
  finalizers: one(({ metadata }) => metadata.finalizers?.length ?? 0),
  'deletion timestamps': one(({ metadata }) => present(metadata.deletionTimestamp)),
  labels: one(({ metadata }) => Object.keys(metadata.labels ?? {}).length),
  annotations: one(({ metadata }) => Object.keys(metadata.annotations ?? {}).length),
  conditions: one((object) => conditionsOf(object).length),
}

/** Several where there is more than one way to count; undefined: an object of this kind has no such number. */
export function amountOf(object: KubeObject, amount: Amount): number[] | undefined {
  const own = Object.hasOwn(byKind, object.kind) ? byKind[object.kind] : undefined
  return (own?.[amount] ?? ofAll[amount])?.(object)
}

/** What people call them, in the singular. */
const singular: Readonly<Record<string, Amount>> = {
  replica: 'replicas',
  'desired replica': 'replicas',
  'ready replica': 'ready replicas',
  'available replica': 'available replicas',
  'unavailable replica': 'unavailable replicas',
  'updated replica': 'updated replicas',
  'up-to-date replica': 'updated replicas',
  'cluster ip': 'cluster IPs',
  clusterip: 'cluster IPs',
  'cluster ip address': 'cluster IPs',
  'node port': 'node ports',
  nodeport: 'node ports',
  'load balancer ip': 'load balancer IPs',
  'load balancer ip address': 'load balancer IPs',
  'load balancer address': 'load balancer IPs',
  'load-balancer ip': 'load balancer IPs',
  'ingress ip': 'load balancer IPs',
  'external ip': 'external IPs',
  'external ip address': 'external IPs',
  'internal ip': 'internal IPs',
  'internal ip address': 'internal IPs',
  'host ip': 'host IPs',
  'host ip address': 'host IPs',
  'pod ip': 'pod IPs',
  'pod ip address': 'pod IPs',
  ip: 'IPs',
  'ip address': 'IPs',
  owner: 'owners',
  'owner reference': 'owners',
  finalizer: 'finalizers',
  'deletion timestamp': 'deletion timestamps',
  taint: 'taints',
  label: 'labels',
  annotation: 'annotations',
  condition: 'conditions',
  container: 'containers',
  'init container': 'init containers',
  'ephemeral container': 'ephemeral containers',
  restart: 'restarts',
  'container restart': 'restarts',
}

/** `cluster ips` and `cluster ip`, each with whether it is of several. */
export const amountNames: Readonly<Record<string, { amount: Amount; plural: boolean }>> = Object.fromEntries(
  Object.entries(singular).flatMap(([name, amount]) => [
    [name, { amount, plural: false }],
    [name.endsWith('address') ? `${name}es` : `${name}s`, { amount, plural: true }],
  ]),
)
