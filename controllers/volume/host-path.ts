// Upstream: pkg/volume/hostpath/host_path.go, as a plugin of pkg/controller/volume/persistentvolume/pv_controller.go
import { gateEnabled } from '../../featuregates/reader.ts'
import type { ControllerContext } from '../controller.ts'
import {
  boundByController,
  type PersistentVolume,
  type PersistentVolumeClaim,
  provisionedBy,
  referenceTo,
  type StorageClass,
} from './types.ts'

/** The name of the plugin, as provisioner of storage classes such as that of hack/local-up-cluster.sh. */
export const hostPathPlugin = 'kubernetes.io/host-path'
/** Keeps a volume that the plugin made until it has deleted it. */
export const hostPathFinalizer = 'kubernetes.io/pv-controller'

/** The plugin's new PersistentVolume for a claim, or in words why there is none. */
export function hostPathVolume(
  claim: PersistentVolumeClaim,
  storageClass: StorageClass,
  { gates, random }: ControllerContext,
): object | string {
  const { metadata, spec } = claim
  const name = storageClass.metadata.name!
  if (spec.volumeMode === 'Block')
    return `Failed to provision volume with StorageClass "${name}": ${hostPathPlugin} does not support block volume provisioning`
  const policy = storageClass.reclaimPolicy ?? 'Delete'
  const isKept = policy === 'Delete' && gateEnabled(gates, 'HonorPVReclaimPolicy')
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: {
      name: `pvc-${metadata.uid}`,
      annotations: {
        'kubernetes.io/createdby': 'hostpath-dynamic-provisioner',
        [boundByController]: 'yes',
        [provisionedBy]: hostPathPlugin,
      },
      ...(isKept ? { finalizers: [hostPathFinalizer] } : {}),
    },
    spec: {
      hostPath: { path: `/tmp/hostpath_pv/${random.uuid()}`, type: '' },
      capacity: { storage: spec.resources.requests?.storage },
      accessModes: spec.accessModes,
      claimRef: referenceTo(claim),
      persistentVolumeReclaimPolicy: policy,
      storageClassName: name,
      volumeMode: 'Filesystem',
    },
  }
}

/** Whether the plugin made the volume, and deletes it with what is in it. */
export const isOfHostPath = ({ metadata }: PersistentVolume): boolean =>
  metadata.annotations?.[provisionedBy] === hostPathPlugin
