import type { JsonObject, KubeObject, ObjectMeta } from '../../apimachinery/json.ts'
import type { LabelSelector } from '../label-selector.ts'

export interface PodTemplate {
  metadata?: Pick<ObjectMeta, 'labels' | 'annotations' | 'finalizers'>
  spec: JsonObject & { volumes?: { name: string; persistentVolumeClaim?: { claimName: string } }[] }
}

export interface ClaimTemplate {
  metadata: ObjectMeta
  spec: JsonObject
}

export interface StatefulSetSpec {
  replicas: number
  minReadySeconds?: number
  selector: LabelSelector
  serviceName?: string
  template: PodTemplate
  volumeClaimTemplates?: ClaimTemplate[]
  podManagementPolicy?: string
  revisionHistoryLimit?: number
  updateStrategy?: {
    type?: string
    rollingUpdate?: { partition?: number; maxUnavailable?: number | string }
  }
  ordinals?: { start?: number }
  persistentVolumeClaimRetentionPolicy?: { whenDeleted?: string; whenScaled?: string }
}

export interface StatefulSetStatus {
  observedGeneration?: number
  replicas: number
  readyReplicas?: number
  currentReplicas?: number
  updatedReplicas?: number
  currentRevision?: string
  updateRevision?: string
  collisionCount?: number
  availableReplicas: number
}

export interface StatefulSet extends KubeObject {
  spec: StatefulSetSpec
  status: StatefulSetStatus
}
