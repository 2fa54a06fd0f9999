import type { StatefulSetSpec as APISpec, StatefulSetStatus as APIStatus } from '../../api/apps-v1.ts'
import type { PersistentVolumeClaim, PodTemplateSpec } from '../../api/core-v1.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import type { With } from '../../apimachinery/with.ts'

export type PodTemplate = With<PodTemplateSpec, 'spec'>
export type ClaimTemplate = With<PersistentVolumeClaim, 'metadata'>

export type StatefulSetSpec = Omit<
  With<APISpec, 'replicas' | 'selector'>,
  'template' | 'volumeClaimTemplates'
> & {
  template: PodTemplate
  volumeClaimTemplates?: ClaimTemplate[]
}
export type StatefulSetStatus = With<APIStatus, 'replicas' | 'availableReplicas'>

export interface StatefulSet extends KubeObject {
  spec: StatefulSetSpec
  status: StatefulSetStatus
}
