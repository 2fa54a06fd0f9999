// Upstream: pkg/apis/batch/validation/validation.go (validateJobStatus, ValidateJobStatusUpdate)
import type { JobStatus } from '../../../api/batch-v1.ts'
import { eachFinding, type FieldError, FieldPath, field, repeats } from '../../../apimachinery/field-error.ts'
import { validateNonnegativeField } from '../../../apimachinery/validation/immutable.ts'
import type { ServerContext } from '../generic/strategy.ts'
import type { JobState } from './job-state.ts'
import { statusTransitions } from './job-transitions.ts'

const path = FieldPath.of('status')
const counts = ['active', 'succeeded', 'failed', 'ready', 'terminating'] as const

/** The errors of an updated status of a Job: its counts, what it says of the job, and what may not become of the stored one. */
export const validateJobStatus = (job: JobState, old: JobState, server: ServerContext): FieldError[] => [
  ...validateCounts(job.status),
  ...statusTransitions(job, old, server),
]

function validateCounts(status: JobStatus): FieldError[] {
  const isRepeated = repeats()
  const uncounted = path.child('uncountedTerminatedPods')
  return [
    ...counts.flatMap((name) => validateNonnegativeField(status[name] ?? 0, path.child(name))),
    ...(['succeeded', 'failed'] as const).flatMap((name) =>
      eachFinding(status.uncountedTerminatedPods?.[name] ?? [], (uid, i) => {
        const at = uncounted.child(name).index(i)
        if (uid === '') return [field.invalid(at, uid, 'must not be empty')]
        return isRepeated(uid) ? [field.duplicate(at, uid)] : []
      }),
    ),
  ]
}
