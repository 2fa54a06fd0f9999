// Upstream: pkg/controller/garbagecollector

import type { KubeObject, OwnerReference } from '../apimachinery/json.ts'
import { isNotFound } from '../client/rest-client.ts'
import { type Controller, type ControllerContext, ReconcileQueue } from './controller.ts'

/**
 * Collections whose objects own or are owned in a simulated cluster.
 * Deviates: upstream watches every deletable resource; dependents of other kinds stay.
 */
const collections: Readonly<Record<string, string>> = {
  'v1/Pod': '/api/v1/pods',
  'v1/Service': '/api/v1/services',
  'v1/ConfigMap': '/api/v1/configmaps',
  'v1/Secret': '/api/v1/secrets',
  'v1/Node': '/api/v1/nodes',
  'v1/ReplicationController': '/api/v1/replicationcontrollers',
  'v1/PersistentVolumeClaim': '/api/v1/persistentvolumeclaims',
  'apps/v1/ReplicaSet': '/apis/apps/v1/replicasets',
  'apps/v1/Deployment': '/apis/apps/v1/deployments',
  'apps/v1/StatefulSet': '/apis/apps/v1/statefulsets',
  'apps/v1/ControllerRevision': '/apis/apps/v1/controllerrevisions',
  'apps/v1/DaemonSet': '/apis/apps/v1/daemonsets',
  'batch/v1/Job': '/apis/batch/v1/jobs',
  'batch/v1/CronJob': '/apis/batch/v1/cronjobs',
  'coordination.k8s.io/v1/Lease': '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases',
  'discovery.k8s.io/v1/EndpointSlice': '/apis/discovery.k8s.io/v1/endpointslices',
  'storage.k8s.io/v1/CSINode': '/apis/storage.k8s.io/v1/csinodes',
}

interface Known {
  object: KubeObject
  path: string
}

function itemPath(collection: string, { metadata }: KubeObject): string {
  const cut = collection.lastIndexOf('/')
  const base =
    metadata.namespace === undefined || collection.includes('/namespaces/')
      ? collection
      : `${collection.slice(0, cut)}/namespaces/${metadata.namespace}${collection.slice(cut)}`
  return `${base}/${metadata.name}`
}

/** Deletes objects that have lost all their owners, and carries out foreground and orphan deletion. */
export function startGarbageCollector(context: ControllerContext): Controller {
  const known = new Map<string, Known>()
  const dependents = new Map<string, Set<string>>()
  for (const [, path] of Object.entries(collections)) {
    context.informers.on(path, {
      onChange(object) {
        const uid = object.metadata.uid!
        known.set(uid, { object, path: itemPath(path, object) })
        for (const owner of object.metadata.ownerReferences ?? [])
          dependents.set(owner.uid, (dependents.get(owner.uid) ?? new Set()).add(uid))
        if (
          (object.metadata.ownerReferences?.length ?? 0) > 0 ||
          object.metadata.deletionTimestamp !== undefined
        )
          queue.add(uid)
      },
      onDelete(object) {
        const uid = object.metadata.uid!
        known.delete(uid)
        for (const dependent of dependents.get(uid) ?? []) queue.add(dependent)
        dependents.delete(uid)
        for (const owner of object.metadata.ownerReferences ?? []) {
          dependents.get(owner.uid)?.delete(uid)
          queue.add(owner.uid)
        }
      },
    })
  }
  const queue: ReconcileQueue = new ReconcileQueue(context, 'garbagecollector', async (uid) => {
    const entry = known.get(uid)
    if (entry === undefined) return
    const children = [...(dependents.get(uid) ?? [])].flatMap((d) => known.get(d) ?? [])
    const finalizers = entry.object.metadata.finalizers ?? []
    if (entry.object.metadata.deletionTimestamp !== undefined && finalizers.includes('orphan'))
      await orphan(context, entry, children)
    else if (
      entry.object.metadata.deletionTimestamp !== undefined &&
      finalizers.includes('foregroundDeletion')
    )
      await foreground(context, entry, children)
    else if (entry.object.metadata.deletionTimestamp === undefined) await collect(context, entry, known)
  })
  return queue
}

async function collect(
  { client }: ControllerContext,
  { object, path }: Known,
  known: ReadonlyMap<string, Known>,
): Promise<void> {
  const owners = object.metadata.ownerReferences ?? []
  if (owners.length === 0) return
  for (const owner of owners) if (known.has(owner.uid) || (await ownerExists(client, object, owner))) return
  await client.delete(path, {
    kind: 'DeleteOptions',
    apiVersion: 'v1',
    propagationPolicy: 'Background',
    preconditions: { uid: object.metadata.uid },
  })
}

/** Asks the server itself before anything is deleted: an informer may be behind, or not look at the owner's kind. */
async function ownerExists(
  client: ControllerContext['client'],
  object: KubeObject,
  owner: OwnerReference,
): Promise<boolean> {
  const collection = collections[`${owner.apiVersion}/${owner.kind}`]
  if (collection === undefined) return true
  try {
    const namespace = /\/(nodes|csinodes)$/.test(collection) ? undefined : object.metadata.namespace
    const found = await client.get(
      itemPath(collection, {
        metadata: { name: owner.name, ...(namespace === undefined ? {} : { namespace }) },
      } as KubeObject),
    )
    return found.metadata.uid === owner.uid
  } catch (error) {
    if (isNotFound(error)) return false
    throw error
  }
}

async function foreground(
  { client }: ControllerContext,
  entry: Known,
  children: readonly Known[],
): Promise<void> {
  const blocking = children.filter((c) =>
    c.object.metadata.ownerReferences?.some(
      (o) => o.uid === entry.object.metadata.uid && o.blockOwnerDeletion === true,
    ),
  )
  for (const child of children) {
    if (child.object.metadata.deletionTimestamp === undefined)
      await client.delete(child.path, {
        kind: 'DeleteOptions',
        apiVersion: 'v1',
        propagationPolicy: 'Foreground',
        preconditions: { uid: child.object.metadata.uid },
      })
  }
  if (blocking.length === 0) await removeFinalizer(client, entry, 'foregroundDeletion')
}

async function orphan(
  { client }: ControllerContext,
  entry: Known,
  children: readonly Known[],
): Promise<void> {
  for (const child of children) {
    const ownerReferences = (child.object.metadata.ownerReferences ?? []).filter(
      (o) => o.uid !== entry.object.metadata.uid,
    )
    await client.patch(
      child.path,
      {
        metadata: {
          ownerReferences: ownerReferences.length === 0 ? null : ownerReferences,
          uid: child.object.metadata.uid!,
        },
      },
      'application/merge-patch+json',
    )
  }
  await removeFinalizer(client, entry, 'orphan')
}

async function removeFinalizer(
  client: ControllerContext['client'],
  { object, path }: Known,
  finalizer: string,
): Promise<void> {
  const finalizers = (object.metadata.finalizers ?? []).filter((f) => f !== finalizer)
  await client.patch(
    path,
    {
      metadata: {
        resourceVersion: object.metadata.resourceVersion!,
        finalizers: finalizers.length === 0 ? null : finalizers,
      },
    },
    'application/merge-patch+json',
  )
}
