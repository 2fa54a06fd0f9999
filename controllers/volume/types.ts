import type { KubeObject } from '../../apimachinery/json.ts'
import type { LabelSelector } from '../label-selector.ts'
import type { NodeSelectorTerm } from '../node-fit.ts'

export interface ClaimReference {
  apiVersion?: string
  kind?: string
  namespace: string
  name: string
  uid?: string
  resourceVersion?: string
}

export interface PersistentVolume extends KubeObject {
  spec: {
    capacity: { storage: string }
    accessModes: string[]
    claimRef?: ClaimReference
    storageClassName?: string
    volumeMode?: string
    volumeAttributesClassName?: string
    persistentVolumeReclaimPolicy?: string
    nodeAffinity?: { required?: { nodeSelectorTerms: NodeSelectorTerm[] } }
    csi?: object
  }
  status: { phase?: string; message?: string }
}

export interface PersistentVolumeClaim extends KubeObject {
  spec: {
    accessModes: string[]
    resources: { requests?: { storage?: string } }
    volumeName?: string
    storageClassName?: string
    volumeMode?: string
    volumeAttributesClassName?: string
    selector?: LabelSelector
  }
  status: { phase?: string; capacity?: object; accessModes?: string[] }
}

export interface StorageClass extends KubeObject {
  provisioner: string
  reclaimPolicy?: string
  volumeBindingMode?: string
  parameters?: Record<string, string>
}

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
