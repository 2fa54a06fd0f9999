import type { StatefulSetSpec as APISpec, StatefulSetStatus as APIStatus } from '../../api/apps-v1.ts'
import type { PersistentVolumeClaim, PodTemplateSpec } from '../../api/core-v1.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import type { With } from '../../apimachinery/with.ts'

/** The pod template of a StatefulSet; its spec is always there. */
export type PodTemplate = With<PodTemplateSpec, 'spec'>
/** A template of claims, by whose name volumes of pods refer to it. */
export type ClaimTemplate = With<PersistentVolumeClaim, 'metadata'>

/** apps/v1 StatefulSetSpec, after defaulting. */
export type StatefulSetSpec = Omit<
  With<APISpec, 'replicas' | 'selector'>,
  'template' | 'volumeClaimTemplates'
> & {
  template: PodTemplate
  volumeClaimTemplates?: ClaimTemplate[]
}
/** apps/v1 StatefulSetStatus. */
export type StatefulSetStatus = With<APIStatus, 'replicas' | 'availableReplicas'>

/** apps/v1 StatefulSet, after defaulting. */
export interface StatefulSet extends KubeObject {
  spec: StatefulSetSpec
  status: StatefulSetStatus
}
