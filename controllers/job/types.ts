import type {
  JobCondition as APICondition,
  JobSpec as APISpec,
  JobStatus as APIStatus,
} from '../../api/batch-v1.ts'
import type { PodSpec, PodTemplateSpec } from '../../api/core-v1.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import type { With } from '../../apimachinery/with.ts'

/** batch/v1 JobCondition. */
export type JobCondition = With<APICondition, 'type' | 'status'>
/** The pod template of a Job; its spec is always there. */
export type JobTemplate = PodTemplateSpec & { spec: With<PodSpec, 'containers'> }
/** batch/v1 JobSpec, after defaulting. */
export type JobSpec = With<APISpec, 'parallelism' | 'backoffLimit'> & { template: JobTemplate }
/** batch/v1 JobStatus. */
export type JobStatus = Omit<APIStatus, 'conditions'> & { conditions?: JobCondition[] }

/** batch/v1 Job, after defaulting. */
export interface Job extends KubeObject {
  spec: JobSpec
  status: JobStatus
}

/** The parts of the Job controller's behaviour that depend on the release and its gates. */
export interface JobFeatures {
  /** The status tells how many pods are ready (KEP-2879). */
  readyPods: boolean
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
  /** Suspending a Job resets its startTime. */
  suspendResetsStartTime: boolean
}

/** The finalizer of pods that are not yet counted in the Job's status. */
export const trackingFinalizer = 'batch.kubernetes.io/job-tracking'
/** The annotation, and label since PodIndexLabel, with the index of a pod of an Indexed Job. */
export const completionIndexKey = 'batch.kubernetes.io/job-completion-index'

/** The condition of a type whose status is True; undefined where there is none. */
export const conditionOf = ({ status }: Job, type: string): JobCondition | undefined =>
  status.conditions?.find((c) => c.type === type && c.status === 'True')

/** Whether a Job has completed or failed. Upstream: pkg/controller/job/util/utils.go IsJobFinished */
export const jobFinished = (job: Job): boolean =>
  conditionOf(job, 'Complete') !== undefined || conditionOf(job, 'Failed') !== undefined

/** Whether a Job's pods have completion indexes. */
export const isIndexed = ({ spec }: Job): boolean => spec.completionMode === 'Indexed'
/** Whether a Job is to run no pods for now. */
export const isSuspended = ({ spec }: Job): boolean => spec.suspend === true
