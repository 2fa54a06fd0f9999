import type {
  ObjectReference,
  PersistentVolumeClaimSpec,
  PersistentVolumeClaimStatus,
  PersistentVolumeSpec,
  PersistentVolumeStatus,
} from '../../api/core-v1.ts'
import type { StorageClass as APIStorageClass } from '../../api/storage-v1.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import type { With } from '../../apimachinery/with.ts'

export type ClaimReference = With<ObjectReference, 'namespace' | 'name'>

export interface PersistentVolume extends KubeObject {
  spec: Omit<With<PersistentVolumeSpec, 'accessModes'>, 'claimRef' | 'capacity'> & {
    claimRef?: ClaimReference
    capacity: { storage: string }
  }
  status: PersistentVolumeStatus
}

export interface PersistentVolumeClaim extends KubeObject {
  spec: With<PersistentVolumeClaimSpec, 'accessModes' | 'resources'>
  status: PersistentVolumeClaimStatus
}

export type StorageClass = KubeObject & With<APIStorageClass, 'provisioner'>

export const bindCompleted = 'pv.kubernetes.io/bind-completed'
export const boundByController = 'pv.kubernetes.io/bound-by-controller'
export const provisionedBy = 'pv.kubernetes.io/provisioned-by'
export const selectedNode = 'volume.kubernetes.io/selected-node'
export const storageProvisioner = 'volume.kubernetes.io/storage-provisioner'
export const betaStorageProvisioner = 'volume.beta.kubernetes.io/storage-provisioner'
/** Goes with a claim's name where the user has no class: `spec.storageClassName` is newer. */
const classAnnotation = 'volume.beta.kubernetes.io/storage-class'

export const classOf = ({ metadata, spec }: PersistentVolume | PersistentVolumeClaim): string =>
  metadata.annotations?.[classAnnotation] ?? spec.storageClassName ?? ''

/** No class, and none on purpose either: a default class may be assigned. */
export const hasNoClass = ({ metadata, spec }: PersistentVolumeClaim): boolean =>
  metadata.annotations?.[classAnnotation] === undefined && spec.storageClassName === undefined

export const volumePath = ({ metadata }: KubeObject): string => `/api/v1/persistentvolumes/${metadata.name}`
export const claimPath = ({ metadata }: KubeObject): string =>
  `/api/v1/namespaces/${metadata.namespace}/persistentvolumeclaims/${metadata.name}`
