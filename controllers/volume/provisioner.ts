// What external provisioners do. Upstream: sigs.k8s.io/sig-storage-lib-external-provisioner controller/controller.go

import type { KubeObject } from '../../apimachinery/json.ts'
import { isAlreadyExists } from '../../client/rest-client.ts'
import { type Controller, type ControllerContext, keyOf, ReconcileQueue } from '../controller.ts'
import { recordEvent } from '../event-recorder.ts'
import {
  classOf,
  type PersistentVolume,
  type PersistentVolumeClaim,
  provisionedBy,
  referenceTo,
  type StorageClass,
  selectedNode,
  storageProvisioner,
  volumePath,
  withoutFinalizer,
} from './types.ts'

interface Plugin {
  source(volume: string, claim: PersistentVolumeClaim): object
  /** The key of the node's label that a volume is bound to; undefined: every node reaches it. */
  topologyKey?: string
  /** Kept by volumes until their storage is gone. */
  finalizer?: string
}

/** The provisioners of test clusters. A class of another one waits for it, as in a cluster where it does not run. */
const plugins: Readonly<Record<string, Plugin>> = {
  'rancher.io/local-path': {
    source: (volume, { metadata }) => ({
      hostPath: {
        path: `/var/local-path-provisioner/${volume}_${metadata.namespace}_${metadata.name}`,
        type: 'DirectoryOrCreate',
      },
    }),
    topologyKey: 'kubernetes.io/hostname',
  },
  'hostpath.csi.k8s.io': {
    source: (_, { metadata }) => ({ csi: { driver: 'hostpath.csi.k8s.io', volumeHandle: metadata.uid } }),
    finalizer: 'external-provisioner.volume.kubernetes.io/finalizer',
  },
}

const pluginOf = (name: string | undefined): Plugin | undefined =>
  name !== undefined && Object.hasOwn(plugins, name) ? plugins[name] : undefined

/** Creates volumes for the claims that ask for them, and deletes volumes that are released. */
export function startProvisioners(context: ControllerContext): Controller {
  const claims = context.informers.on('/api/v1/persistentvolumeclaims', {
    onChange: (claim) => claimQueue.add(keyOf(claim)),
  })
  const classes = context.informers.on('/apis/storage.k8s.io/v1/storageclasses')
  const volumes = context.informers.on('/api/v1/persistentvolumes', {
    onChange: (volume) => volumeQueue.add(keyOf(volume)),
  })
  const nodes = context.informers.on('/api/v1/nodes')
  const claimQueue = new ReconcileQueue(context, 'provisioner', async (key) => {
    const claim = claims.items.get(key) as PersistentVolumeClaim | undefined
    if (claim === undefined || claim.spec.volumeName || claim.metadata.deletionTimestamp !== undefined) return
    const { annotations = {} } = claim.metadata
    const storageClass = classes.items.get(classOf(claim)) as StorageClass | undefined
    const name = annotations[storageProvisioner]
    const plugin = pluginOf(name)
    if (plugin === undefined || storageClass === undefined || storageClass.provisioner !== name) return
    if (storageClass.volumeBindingMode === 'WaitForFirstConsumer' && annotations[selectedNode] === undefined)
      return
    await provision(context, claim, storageClass, plugin, nodes.items.get(annotations[selectedNode] ?? ''))
  })
  const volumeQueue = new ReconcileQueue(context, 'provisioner-volumes', async (key) => {
    const volume = volumes.items.get(key) as PersistentVolume | undefined
    const plugin = pluginOf(volume?.metadata.annotations?.[provisionedBy])
    if (volume !== undefined && plugin !== undefined) await reclaim(context, volume, plugin)
  })
  return {
    async stop() {
      await Promise.all([claimQueue.stop(), volumeQueue.stop()])
    },
  }
}

async function provision(
  context: ControllerContext,
  claim: PersistentVolumeClaim,
  storageClass: StorageClass,
  plugin: Plugin,
  node: KubeObject | undefined,
): Promise<void> {
  const name = `pvc-${claim.metadata.uid}`
  recordEvent(context, storageClass.provisioner, claim, {
    type: 'Normal',
    reason: 'Provisioning',
    message: `External provisioner is provisioning volume for claim "${keyOf(claim)}"`,
  })
  try {
    await context.client.create(
      '/api/v1/persistentvolumes',
      newVolume(name, claim, storageClass, plugin, node),
    )
  } catch (error) {
    if (isAlreadyExists(error)) return
    throw error
  }
  recordEvent(context, storageClass.provisioner, claim, {
    type: 'Normal',
    reason: 'ProvisioningSucceeded',
    message: `Successfully provisioned volume ${name}`,
  })
}

function newVolume(
  name: string,
  claim: PersistentVolumeClaim,
  storageClass: StorageClass,
  plugin: Plugin,
  node: KubeObject | undefined,
): object {
  const { spec } = claim
  const { topologyKey: key, finalizer } = plugin
  const label = key === undefined ? undefined : node?.metadata.labels?.[key]
  const affinity = { matchExpressions: [{ key, operator: 'In', values: [label] }] }
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: {
      name,
      annotations: { [provisionedBy]: storageClass.provisioner },
      ...(finalizer === undefined ? {} : { finalizers: [finalizer] }),
    },
    spec: {
      ...plugin.source(name, claim),
      capacity: { storage: spec.resources.requests?.storage },
      accessModes: spec.accessModes,
      claimRef: referenceTo(claim),
      persistentVolumeReclaimPolicy: storageClass.reclaimPolicy ?? 'Delete',
      storageClassName: storageClass.metadata.name,
      volumeMode: spec.volumeMode ?? 'Filesystem',
      ...(spec.volumeAttributesClassName === undefined
        ? {}
        : { volumeAttributesClassName: spec.volumeAttributesClassName }),
      ...(label === undefined ? {} : { nodeAffinity: { required: { nodeSelectorTerms: [affinity] } } }),
    },
  }
}

/** Deletes the storage of a volume that is released, and then the volume; a finalizer holds it until then. */
async function reclaim(
  { client }: ControllerContext,
  volume: PersistentVolume,
  { finalizer }: Plugin,
): Promise<void> {
  const { metadata, spec, status } = volume
  if (status.phase !== 'Released' || spec.persistentVolumeReclaimPolicy !== 'Delete') return
  if (metadata.deletionTimestamp === undefined) await client.delete(volumePath(volume))
  else {
    const patch = finalizer === undefined ? undefined : withoutFinalizer(volume, finalizer)
    if (patch !== undefined) await client.patch(volumePath(volume), patch)
  }
}
