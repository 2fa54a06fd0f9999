// Upstream: pkg/apis/batch/validation/validation.go (IsJobComplete, IsJobFailed, IsConditionTrue)
import type { JobSpec, JobStatus } from '../../../api/batch-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'

/** A Job's spec and status, both there. */
export interface JobState {
  readonly spec: JobSpec
  readonly status: JobStatus
}

/** The spec and status of an object that is a Job. */
export const stateOf = (object: KubeObject): JobState => ({
  spec: (object['spec'] ?? {}) as JobSpec,
  status: (object['status'] ?? {}) as JobStatus,
})

/** The types of conditions that rules ask for. */
export type JobConditionType = 'Complete' | 'Failed' | 'FailureTarget' | 'SuccessCriteriaMet' | 'Suspended'

/** Whether a Job has a condition with this status. */
export const hasCondition = ({ status }: JobState, type: JobConditionType, value = 'True'): boolean =>
  (status.conditions ?? []).some((one) => one.type === type && one.status === value)

/** Whether a Job has completed or failed. */
export const isFinished = (job: JobState): boolean =>
  hasCondition(job, 'Complete') || hasCondition(job, 'Failed')
