// Which objects belong to which: owned, selected, on a node, in a namespace.
import { isObject, type JsonObject, type KubeObject } from '../../apimachinery/json.ts'

const part = (object: KubeObject, name: string): JsonObject => {
  const found = object[name]
  return isObject(found) ? (found as JsonObject) : {}
}

/** Kinds whose objects can be seen to belong to one of a kind: that there are none means that it has none. */
const relations: Readonly<Record<string, readonly string[]>> = {
  CronJob: ['Job', 'Pod'],
  DaemonSet: ['Pod', 'ControllerRevision'],
  Deployment: ['ReplicaSet', 'Pod'],
  Job: ['Pod'],
  Node: ['Pod', 'Lease', 'CSINode'],
  PersistentVolume: ['PersistentVolumeClaim'],
  PersistentVolumeClaim: ['PersistentVolume'],
  ReplicaSet: ['Pod'],
  ReplicationController: ['Pod'],
  Service: ['EndpointSlice', 'Pod'],
  StatefulSet: ['Pod', 'ControllerRevision'],
}

/** Undefined kinds are those that a document does not say. */
export const mayHave = (owner: string | undefined, kind: string | undefined): boolean =>
  owner === undefined ||
  kind === undefined ||
  owner === 'Namespace' ||
  (Object.hasOwn(relations, owner) && relations[owner]!.includes(kind))

/** @param chain uids of the owner and of what it owns */
export function belongs(object: KubeObject, owner: KubeObject, chain: ReadonlySet<string>): boolean {
  const { metadata } = object
  if (metadata.ownerReferences?.some(({ uid }) => chain.has(uid)) === true) return true
  const ownerName = owner.metadata.name ?? ''
  switch (owner.kind) {
    case 'Service':
      return isOfService(object, owner)
    case 'Node':
      return part(object, 'spec')['nodeName'] === ownerName || isNamedAfter(object, ownerName)
    case 'Namespace':
      return metadata.namespace === ownerName
    case 'PersistentVolumeClaim':
      return object.kind === 'PersistentVolume' && refersTo(object, 'claimRef', ownerName)
    case 'PersistentVolume':
      return part(object, 'spec')['volumeName'] === ownerName
    case 'Job':
      return metadata.labels?.['job-name'] === ownerName
    default:
      return false
  }
}

function isOfService(object: KubeObject, service: KubeObject): boolean {
  const { labels = {} } = object.metadata
  if (labels['kubernetes.io/service-name'] === service.metadata.name) return true
  const selector = part(service, 'spec')['selector']
  return (
    object.kind === 'Pod' &&
    isObject(selector) &&
    Object.entries(selector).every(([key, value]) => labels[key] === value)
  )
}

/** What the kubelet keeps of its node. */
const isNamedAfter = ({ kind, metadata }: KubeObject, node: string): boolean =>
  metadata.name === node &&
  (kind === 'CSINode' || (kind === 'Lease' && metadata.namespace === 'kube-node-lease'))

const refersTo = (object: KubeObject, field: string, name: string): boolean => {
  const reference = part(object, 'spec')[field]
  return isObject(reference) && reference['name'] === name
}
