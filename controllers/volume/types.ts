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

/** The claim that a volume is bound to or reserved for; `uid` is missing in a reservation by name. */
export type ClaimReference = With<ObjectReference, 'namespace' | 'name'>

/** The reference of a volume to a claim that it is bound to. Upstream: client-go/tools/reference (GetReference) */
export const referenceTo = ({ metadata }: PersistentVolumeClaim): ClaimReference => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  namespace: metadata.namespace!,
  name: metadata.name!,
  uid: metadata.uid!,
  resourceVersion: metadata.resourceVersion!,
})

/** v1 PersistentVolume, after defaulting. */
export interface PersistentVolume extends KubeObject {
  spec: Omit<With<PersistentVolumeSpec, 'accessModes'>, 'claimRef' | 'capacity'> & {
    claimRef?: ClaimReference
    capacity: { storage: string }
  }
  status: PersistentVolumeStatus
}

/** v1 PersistentVolumeClaim, after defaulting. */
export interface PersistentVolumeClaim extends KubeObject {
  spec: With<PersistentVolumeClaimSpec, 'accessModes' | 'resources'>
  status: PersistentVolumeClaimStatus
}

/** storage.k8s.io/v1 StorageClass. */
export type StorageClass = KubeObject & With<APIStorageClass, 'provisioner'>

/** The annotation of a claim whose binding has ended. */
export const bindCompleted = 'pv.kubernetes.io/bind-completed'
/** The annotation of a volume or claim that the controller, not the user, bound to the other. */
export const boundByController = 'pv.kubernetes.io/bound-by-controller'
/** The annotation of a volume with the plugin that made it and will delete it. */
export const provisionedBy = 'pv.kubernetes.io/provisioned-by'
/** The annotation of a claim with the node that the scheduler chose, which lets provisioning begin. */
export const selectedNode = 'volume.kubernetes.io/selected-node'
/** The annotation of a claim with the plugin that is to provision its volume. */
export const storageProvisioner = 'volume.kubernetes.io/storage-provisioner'
/** The older form of the storage-provisioner annotation, which is still set. */
export const betaStorageProvisioner = 'volume.beta.kubernetes.io/storage-provisioner'
/** Goes with a claim's name where the user has no class: `spec.storageClassName` is newer. */
const classAnnotation = 'volume.beta.kubernetes.io/storage-class'

/** The storage class of a volume or claim; the beta annotation wins over spec.storageClassName. Empty: none. */
export const classOf = ({ metadata, spec }: PersistentVolume | PersistentVolumeClaim): string =>
  metadata.annotations?.[classAnnotation] ?? spec.storageClassName ?? ''

/** Whether a claim names no storage class, not even the empty one, so that the default class may be assigned. */
export const hasNoClass = ({ metadata, spec }: PersistentVolumeClaim): boolean =>
  metadata.annotations?.[classAnnotation] === undefined && spec.storageClassName === undefined

/** The patch that takes a finalizer from a volume; undefined: it has no such one. */
export const withoutFinalizer = ({ metadata }: PersistentVolume, finalizer: string): object | undefined =>
  metadata.finalizers?.includes(finalizer)
    ? { metadata: { '$deleteFromPrimitiveList/finalizers': [finalizer] } }
    : undefined

/** The path of a PersistentVolume in the API. */
export const volumePath = ({ metadata }: KubeObject): string => `/api/v1/persistentvolumes/${metadata.name}`
/** The path of a PersistentVolumeClaim in the API. */
export const claimPath = ({ metadata }: KubeObject): string =>
  `/api/v1/namespaces/${metadata.namespace}/persistentvolumeclaims/${metadata.name}`
