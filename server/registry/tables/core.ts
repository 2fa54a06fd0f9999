// Upstream: pkg/printers/internalversion/printers.go

import { getOwn, isObject, type JsonObject, type JsonValue } from '../../../apimachinery/json.ts'
import { joinHostPort } from '../../../component-base/go/net.ts'
import {
  age,
  at,
  containerCells,
  firstThree,
  int,
  isDeleted,
  labelsText,
  list,
  name,
  type Printer,
  type RowOptions,
  size,
  text,
  values,
} from './cells.ts'
import { tablesDialect } from './dialect.ts'

/** Cells of Namespaces: name, phase, age. */
export const printNamespace: Printer = (o, options) => [name(o), text(o, 'status', 'phase'), age(o, options)]
/** Cells of Secrets: name, type, number of keys, age. */
export const printSecret: Printer = (o, options) => [
  name(o),
  text(o, 'type'),
  size(at(o, 'data')),
  age(o, options),
]
/** Cells of ConfigMaps: name, number of keys, age. */
export const printConfigMap: Printer = (o, options) => [
  name(o),
  size(at(o, 'data')) + size(at(o, 'binaryData')),
  age(o, options),
]

/** Cells of ServiceAccounts: name, in older releases the number of secrets, age. */
export const printServiceAccount: Printer = (o, options) =>
  tablesDialect(options.minor).countsSecrets
    ? [name(o), list(o, 'secrets').length, age(o, options)]
    : [name(o), age(o, options)]

/** Cells of PodTemplates: name, containers, images, labels. */
export const printPodTemplate: Printer = (o) => [
  name(o),
  ...containerCells(at(o, 'template', 'spec')),
  labelsText(at(o, 'template', 'metadata', 'labels')),
]

/** Cells of Nodes: name, status, roles, age, version; addresses, image, kernel and runtime in wide output. */
export const printNode: Printer = (o, options) => {
  const info = at(o, 'status', 'nodeInfo')
  const architecture = text(info, 'architecture')
  const kernel = text(info, 'kernelVersion') || '<unknown>'
  return [
    name(o),
    nodeStatus(o),
    nodeRoles(o),
    age(o, options),
    text(info, 'kubeletVersion'),
    nodeAddress(o, 'InternalIP'),
    nodeAddress(o, 'ExternalIP'),
    text(info, 'osImage') || '<unknown>',
    tablesDialect(options.minor).showsArchitecture && architecture !== ''
      ? `${kernel} (${architecture})`
      : kernel,
    text(info, 'containerRuntimeVersion') || '<unknown>',
  ]
}

function nodeStatus(node: JsonObject): string {
  const ready = list(node, 'status', 'conditions').findLast((c) => text(c, 'type') === 'Ready')
  const status = ready === undefined ? 'Unknown' : text(ready, 'status') === 'True' ? 'Ready' : 'NotReady'
  return at(node, 'spec', 'unschedulable') === true ? `${status},SchedulingDisabled` : status
}

const rolePrefix = 'node-role.kubernetes.io/'
function nodeRoles(node: JsonObject): string {
  const labels = at(node, 'metadata', 'labels')
  const roles = new Set<string>()
  for (const key of isObject(labels) ? Object.keys(labels) : []) {
    const role = key.startsWith(rolePrefix)
      ? key.slice(rolePrefix.length)
      : key === 'kubernetes.io/role'
        ? text(labels, key)
        : ''
    if (role !== '') roles.add(role)
  }
  return [...roles].sort().join(',') || '<none>'
}

function nodeAddress(node: JsonObject, type: string): string {
  const found = list(node, 'status', 'addresses').find((address) => text(address, 'type') === type)
  return found === undefined ? '<none>' : text(found, 'address')
}

const attributesClass = (o: JsonObject, minor: number): string[] =>
  tablesDialect(minor).showsAttributesClass ? [unlessUnset(at(o, 'spec', 'volumeAttributesClassName'))] : []

/** Cells of volumes: name, capacity, access modes, reclaim policy, status, claim, classes, reason, age; mode. */
export const printPersistentVolume: Printer = (o, options) => {
  const claim = at(o, 'spec', 'claimRef')
  return [
    name(o),
    text(o, 'spec', 'capacity', 'storage') || '0',
    accessModes(values(o, 'spec', 'accessModes')),
    text(o, 'spec', 'persistentVolumeReclaimPolicy'),
    isDeleted(o) ? 'Terminating' : text(o, 'status', 'phase'),
    claim === undefined ? '' : `${text(claim, 'namespace')}/${text(claim, 'name')}`,
    storageClass(o),
    ...attributesClass(o, options.minor),
    text(o, 'status', 'reason'),
    age(o, options),
    unlessUnset(at(o, 'spec', 'volumeMode')),
  ]
}

/** Cells of claims: name, status, volume, capacity, access modes, classes, age; mode. */
export const printPersistentVolumeClaim: Printer = (o, options) => {
  const volume = text(o, 'spec', 'volumeName')
  return [
    name(o),
    isDeleted(o) ? 'Terminating' : text(o, 'status', 'phase'),
    volume,
    volume === '' ? '' : text(o, 'status', 'capacity', 'storage') || '0',
    volume === '' ? '' : accessModes(values(o, 'status', 'accessModes')),
    storageClass(o),
    ...attributesClass(o, options.minor),
    age(o, options),
    unlessUnset(at(o, 'spec', 'volumeMode')),
  ]
}

const unlessUnset = (value: JsonValue | undefined): string =>
  value === undefined ? '<unset>' : String(value)
const modes: readonly [string, string][] = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
]
const accessModes = (given: readonly JsonValue[]): string =>
  modes
    .filter(([mode]) => given.includes(mode))
    .map(([, short]) => short)
    .join(',')

function storageClass(object: JsonObject): string {
  const annotations = at(object, 'metadata', 'annotations')
  const beta = isObject(annotations)
    ? getOwn(annotations, 'volume.beta.kubernetes.io/storage-class')
    : undefined
  return beta === undefined ? text(object, 'spec', 'storageClassName') : String(beta)
}

/** Cells of Endpoints: name, up to three addresses, age. */
export const printEndpoints: Printer = (o, options) => [name(o), endpointsText(o), age(o, options)]

function endpointsText(endpoints: JsonObject): string {
  const subsets = list(endpoints, 'subsets')
  if (subsets.length === 0) return '<none>'
  const all = subsets.flatMap((subset) => {
    const addresses = list(subset, 'addresses').map((address) => text(address, 'ip'))
    const ports = list(subset, 'ports')
    if (ports.length === 0) return addresses
    return ports.flatMap((port) => addresses.map((ip) => joinHostPort(ip, int(port, 'port'))))
  })
  return firstThree(all, '')
}

/** Both core/v1 events and events.k8s.io/v1, whose fields have other names. */
export const printEvent: Printer = (o, options) => {
  const first = firstSeen(o, options)
  const series = at(o, 'series')
  const last = text(o, 'lastTimestamp') || text(o, 'deprecatedLastTimestamp')
  const count = int(o, 'count') || int(o, 'deprecatedCount')
  const target = at(o, 'involvedObject') ?? at(o, 'regarding')
  const kind = text(target, 'kind').toLowerCase()
  return [
    series !== undefined
      ? options.ages.of(text(series, 'lastObservedTime'))
      : last === ''
        ? first
        : options.ages.of(last),
    text(o, 'type'),
    text(o, 'reason'),
    text(target, 'name') === '' ? kind : `${kind}/${text(target, 'name')}`,
    text(target, 'fieldPath'),
    eventSource(o),
    (text(o, 'message') || text(o, 'note')).trim(),
    first,
    series !== undefined ? int(series, 'count') : count === 0 ? 1 : count,
    name(o),
  ]
}

function firstSeen(event: JsonObject, { ages }: RowOptions): string {
  return ages.of(
    text(event, 'firstTimestamp') || text(event, 'deprecatedFirstTimestamp') || text(event, 'eventTime'),
  )
}

function eventSource(event: JsonObject): string {
  const source = at(event, 'source') ?? at(event, 'deprecatedSource')
  const component =
    text(source, 'component') || text(event, 'reportingComponent') || text(event, 'reportingController')
  const instance = text(source, 'host') || text(event, 'reportingInstance')
  return instance === '' ? component : `${component}, ${instance}`
}

/** Cells of ComponentStatuses: name, status, message, error. */
export const printComponentStatus: Printer = (o) => {
  const healthy = list(o, 'conditions').find((condition) => text(condition, 'type') === 'Healthy')
  if (healthy === undefined) return [name(o), 'Unknown', '', '']
  return [
    name(o),
    text(healthy, 'status') === 'True' ? 'Healthy' : 'Unhealthy',
    text(healthy, 'message'),
    text(healthy, 'error'),
  ]
}

/** Cells of ResourceQuotas: name, used and hard requests, limits; the age stands last or, in newer releases, second. */
export const printResourceQuota: Printer = (o, options) => {
  const hard = at(o, 'status', 'hard')
  const used = at(o, 'status', 'used')
  const requests: string[] = []
  const limits: string[] = []
  for (const resource of isObject(hard) ? Object.keys(hard).sort() : []) {
    const column = resource.startsWith('limits.') ? limits : requests
    column.push(`${resource}: ${text(used, resource) || '0'}/${text(hard, resource)}`)
  }
  const [shown, time] = [[requests.join(', '), limits.join(', ')], age(o, options)]
  return tablesDialect(options.minor).showsQuotaAgeFirst
    ? [name(o), time, ...shown]
    : [name(o), ...shown, time]
}
