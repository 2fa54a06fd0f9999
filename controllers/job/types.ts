import type { KubeObject, ObjectMeta } from '../../apimachinery/json.ts'
import type { LabelSelector } from '../label-selector.ts'

export interface JobCondition {
  type: string
  status: string
  reason?: string
  message?: string
  lastProbeTime?: string
  lastTransitionTime?: string
}

export interface PodFailurePolicyRule {
  action: string
  onExitCodes?: { containerName?: string | null; operator: string; values: number[] } | null
  onPodConditions?: { type: string; status: string }[] | null
}

export interface Container {
  name: string
  env?: { name: string; valueFrom?: object; value?: string }[]
}

export interface JobTemplate {
  metadata?: Pick<ObjectMeta, 'labels' | 'annotations' | 'finalizers'>
  spec: { restartPolicy?: string; containers: Container[]; initContainers?: Container[] }
}

export interface JobSpec {
  parallelism: number
  completions?: number
  completionMode?: string
  activeDeadlineSeconds?: number
  backoffLimit: number
  backoffLimitPerIndex?: number
  maxFailedIndexes?: number
  podFailurePolicy?: { rules: PodFailurePolicyRule[] }
  successPolicy?: { rules: { succeededIndexes?: string; succeededCount?: number }[] }
  podReplacementPolicy?: string
  selector?: LabelSelector
  suspend?: boolean
  managedBy?: string
  ttlSecondsAfterFinished?: number
  template: JobTemplate
}

export interface JobStatus {
  conditions?: JobCondition[]
  startTime?: string
  completionTime?: string
  active?: number
  ready?: number
  terminating?: number
  succeeded?: number
  failed?: number
  completedIndexes?: string
  failedIndexes?: string
  uncountedTerminatedPods?: { succeeded?: string[]; failed?: string[] }
}

export interface Job extends KubeObject {
  spec: JobSpec
  status: JobStatus
}

/** What the release's code and gates make of jobs. */
export interface JobFeatures {
  podIndexLabel: boolean
  podReplacementPolicy: boolean
  managedBy: boolean
  backoffLimitPerIndex: boolean
  podFailurePolicy: boolean
  successPolicy: boolean
  /** The last condition waits until no pod is terminating (since 1.31). */
  delaysTerminalCondition: boolean
  /** A job that completes says why (since 1.31). */
  saysWhyComplete: boolean
  /** A job that is suspended forgets when it started. */
  suspendResetsStartTime: boolean
}

export const trackingFinalizer = 'batch.kubernetes.io/job-tracking'
export const completionIndexKey = 'batch.kubernetes.io/job-completion-index'

export const conditionOf = ({ status }: Job, type: string): JobCondition | undefined =>
  status.conditions?.find((c) => c.type === type && c.status === 'True')

export const jobFinished = (job: Job): boolean =>
  conditionOf(job, 'Complete') !== undefined || conditionOf(job, 'Failed') !== undefined

export const isIndexed = ({ spec }: Job): boolean => spec.completionMode === 'Indexed'
export const isSuspended = ({ spec }: Job): boolean => spec.suspend === true
