// Upstream: pkg/apis/batch/validation/validation.go (validateJobStatus)
// Deviates: whether conditions fit the times and counts, which later releases check, is not checked.
import type { JobStatus } from '../../../api/batch-v1.ts'
import { eachFinding, type FieldError, FieldPath, field, repeats } from '../../../apimachinery/field-error.ts'
import { validateNonnegativeField } from '../../../apimachinery/validation/immutable.ts'

const path = FieldPath.of('status')
const counts = ['active', 'succeeded', 'failed', 'ready', 'terminating'] as const

/** The errors of a Job's status: counts, and the pods that have ended and are not counted yet. */
export function validateJobStatus(status: JobStatus): FieldError[] {
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
