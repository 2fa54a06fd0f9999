import type {
  JobCondition as APICondition,
  JobSpec as APISpec,
  JobStatus as APIStatus,
} from '../../api/batch-v1.ts'
import type { PodSpec, PodTemplateSpec } from '../../api/core-v1.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import type { With } from '../../apimachinery/with.ts'

export type JobCondition = With<APICondition, 'type' | 'status'>
export type JobTemplate = PodTemplateSpec & { spec: With<PodSpec, 'containers'> }
export type JobSpec = With<APISpec, 'parallelism' | 'backoffLimit'> & { template: JobTemplate }
export type JobStatus = Omit<APIStatus, 'conditions'> & { conditions?: JobCondition[] }

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
