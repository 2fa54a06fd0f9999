// What the status of a Job may say, where whoever writes it is not trusted to be the controller (KEP-4368).
// Upstream: pkg/registry/batch/job/strategy.go (getStatusValidationOptions), pkg/apis/batch/validation/validation.go
import { type FieldError, FieldPath, field, omittedValue } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { semanticEqual } from '../../../apimachinery/json.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { registryDialect } from '../dialect.ts'
import type { ServerContext } from '../generic/strategy.ts'
import { commonIndex, countIndexes, IndexError } from './job-indexes.ts'
import { hasCondition, isFinished, type JobConditionType, type JobState } from './job-state.ts'

const path = FieldPath.of('status')
const ofConditions = (text: string): FieldError => field.invalid(path.child('conditions'), omittedValue, text)

/** A Job before and after a write of its status. */
interface Change {
  readonly job: JobState
  readonly old: JobState
  readonly minor: number
}

/** The errors of what a status says and of how it changed; which are looked for depends on the gates. */
export function statusTransitions(
  job: JobState,
  old: JobState,
  { gates, release }: ServerContext,
): FieldError[] {
  const { minor } = release
  if (!registryDialect(minor).checksSuccessCriteria) return []
  const change = { job, old, minor }
  const strict = gateEnabled(gates, 'JobManagedBy')
  const anyJobSucceeds =
    registryDialect(minor).checksStatusOfJobsWhole &&
    (strict || gateEnabled(gates, 'JobPodReplacementPolicy') || hasCondition(old, 'SuccessCriteriaMet'))
  return [
    ...(strict ? [...ofFinishedJobs(change), ...ofIndexes(change), ...ofPodCounts(change)] : []),
    ...ofSuccessCriteria(job, anyJobSucceeds),
    ...(strict ? ofProgress(change) : []),
    ...ofKeptCriteria(change),
  ]
}

const conditionChanged = ({ job, old }: Change, type: JobConditionType): boolean =>
  hasCondition(job, type) !== hasCondition(old, type)
const finishChanged = ({ job, old }: Change): boolean => isFinished(job) !== isFinished(old)
type StatusField = keyof JobState['status']
const changed = ({ job, old }: Change, name: StatusField): boolean =>
  !semanticEqual(job.status[name] ?? undefined, old.status[name] ?? undefined)

function ofFinishedJobs(change: Change): FieldError[] {
  const { job, minor } = change
  const { status, spec } = job
  const { checksStatusOfJobsWhole, letsEmptyJobsEndUnstarted, completionTimeText, uncountedText } =
    registryDialect(minor)
  const time = (value: string | undefined) => badValue(value, '*v1.Time', minor)
  const [isComplete, isFailed] = [hasCondition(job, 'Complete'), hasCondition(job, 'Failed')]
  const completeChanged = conditionChanged(change, 'Complete')
  const failedChanged = conditionChanged(change, 'Failed')
  const [started, completed] = [changed(change, 'startTime'), changed(change, 'completionTime')]
  const isEmpty = letsEmptyJobsEndUnstarted && spec.suspend === true && spec.completions === 0
  const { startTime, completionTime, uncountedTerminatedPods: uncounted } = status
  const errors: FieldError[] = []
  if ((completeChanged || failedChanged) && isComplete && isFailed)
    errors.push(ofConditions('cannot set Complete=True and Failed=true conditions'))
  if (
    (completeChanged || conditionChanged(change, 'FailureTarget')) &&
    isComplete &&
    hasCondition(job, 'FailureTarget')
  )
    errors.push(ofConditions('cannot set Complete=True and FailureTarget=true conditions'))
  if ((completeChanged || completed) && completionTime != null && !isComplete)
    errors.push(
      field.invalid(
        path.child('completionTime'),
        time(completionTime),
        'cannot set completionTime when there is no Complete=True condition',
      ),
    )
  if ((completeChanged || completed) && completionTime == null && isComplete)
    errors.push(field.required(path.child('completionTime'), 'completionTime is required for Complete jobs'))
  if ((started || completed) && startTime != null && completionTime != null && completionTime < startTime)
    errors.push(field.invalid(path.child('completionTime'), time(completionTime), completionTimeText))
  if (checksStatusOfJobsWhole) {
    if (
      (failedChanged || changed(change, 'failedIndexes')) &&
      isFailed &&
      !hasCondition(job, 'FailureTarget')
    )
      errors.push(ofConditions('cannot set Failed=True condition without the FailureTarget=true condition'))
    const criteriaChanged = completeChanged || conditionChanged(change, 'SuccessCriteriaMet')
    if (criteriaChanged && isComplete && !hasCondition(job, 'SuccessCriteriaMet'))
      errors.push(
        ofConditions('cannot set Complete=True condition without the SuccessCriteriaMet=true condition'),
      )
  }
  if (!isFinished(job)) return errors
  if ((finishChanged(change) || changed(change, 'active')) && (status.active ?? 0) > 0)
    errors.push(field.invalid(path.child('active'), status.active, 'active>0 is invalid for finished job'))
  if ((finishChanged(change) || started) && !isEmpty && startTime == null)
    errors.push(field.required(path.child('startTime'), 'startTime is required for finished job'))
  const pods = (uncounted?.failed ?? []).length + (uncounted?.succeeded ?? []).length
  if ((finishChanged(change) || changed(change, 'uncountedTerminatedPods')) && pods > 0)
    errors.push(
      field.invalid(
        path.child('uncountedTerminatedPods'),
        badValue(uncounted, '*batch.UncountedTerminatedPods', minor),
        uncountedText,
      ),
    )
  return errors
}

function ofIndexes(change: Change): FieldError[] {
  const { job } = change
  const { completions, backoffLimitPerIndex, completionMode } = job.spec
  const { completedIndexes: completed = '' } = job.status
  const failed = job.status.failedIndexes ?? undefined
  const [completedChanged, failedChanged] = [
    changed(change, 'completedIndexes'),
    changed(change, 'failedIndexes'),
  ]
  const [ofCompleted, ofFailed] = [path.child('completedIndexes'), path.child('failedIndexes')]
  const errors: FieldError[] = []
  if (completedChanged && completions != null)
    errors.push(...formatErrors('completedIndexes', completed, completions))
  if (failedChanged && completions != null && backoffLimitPerIndex != null && failed !== undefined)
    errors.push(...formatErrors('failedIndexes', failed, completions))
  if (completedChanged && completed !== '' && completionMode !== 'Indexed')
    errors.push(
      field.invalid(
        ofCompleted,
        completed,
        'cannot set non-empty completedIndexes when non-indexed completion mode',
      ),
    )
  if (failedChanged && backoffLimitPerIndex == null && failed !== undefined)
    errors.push(
      field.invalid(ofFailed, failed, 'cannot set non-null failedIndexes when backoffLimitPerIndex is null'),
    )
  if ((failedChanged || completedChanged) && completions != null && failed !== undefined) {
    const both = commonIndex(completed, failed, completions)
    if (both !== undefined)
      errors.push(
        field.invalid(ofFailed, failed, `failedIndexes and completedIndexes overlap at index: ${both}`),
      )
  }
  return errors
}

function formatErrors(name: string, text: string, completions: number): FieldError[] {
  try {
    countIndexes(text, completions)
    return []
  } catch (error) {
    if (!(error instanceof IndexError)) throw error
    return [field.invalid(path.child(name), text, `error parsing ${name}: ${error.message}`)]
  }
}

function ofPodCounts(change: Change): FieldError[] {
  const { job, minor } = change
  const { terminating, ready, active = 0 } = job.status
  if (!registryDialect(minor).checksStatusOfJobsWhole) return []
  const ended = finishChanged(change) || changed(change, 'terminating')
  return [
    ...(ended && (terminating ?? 0) > 0 && isFinished(job)
      ? [field.invalid(path.child('terminating'), terminating, 'terminating>0 is invalid for finished job')]
      : []),
    ...((changed(change, 'ready') || changed(change, 'active')) && ready != null && ready > active
      ? [field.invalid(path.child('ready'), ready, 'cannot set more ready pods than active')]
      : []),
  ]
}

/** @param anyJob not only one with a policy of success and indexes can have met its criteria */
function ofSuccessCriteria(job: JobState, anyJob: boolean): FieldError[] {
  const met = hasCondition(job, 'SuccessCriteriaMet')
  const { completionMode, successPolicy } = job.spec
  const errors: FieldError[] = []
  if (!anyJob && completionMode !== 'Indexed' && met)
    errors.push(ofConditions('cannot set SuccessCriteriaMet to NonIndexed Job'))
  if (met && hasCondition(job, 'Failed'))
    errors.push(ofConditions('cannot set SuccessCriteriaMet=True and Failed=true conditions'))
  if (met && hasCondition(job, 'FailureTarget'))
    errors.push(ofConditions('cannot set SuccessCriteriaMet=True and FailureTarget=true conditions'))
  if (!anyJob && successPolicy == null && met)
    errors.push(ofConditions('cannot set SuccessCriteriaMet=True for Job without SuccessPolicy'))
  if (successPolicy != null && !met && hasCondition(job, 'Complete'))
    errors.push(
      ofConditions('cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True'),
    )
  return errors
}

const terminal = ['Failed', 'Complete', 'FailureTarget'] as const

/** What may not go back once it is told. */
function ofProgress(change: Change): FieldError[] {
  const { job, old, minor } = change
  const { status, spec } = job
  const { fixedCompletionText, forbidsRestarts, seesResumedJobs } = registryDialect(minor)
  const errors = terminal
    .filter((type) => hasCondition(old, type) && !hasCondition(job, type))
    .map((type) => ofConditions(`cannot disable the terminal ${type}=True condition`))
  if ((status.failed ?? 0) < (old.status.failed ?? 0))
    errors.push(field.invalid(path.child('failed'), status.failed ?? 0, 'cannot decrease the failed counter'))
  const canShrink = spec.completionMode === 'Indexed' && spec.completions === spec.parallelism
  if (!canShrink && (status.succeeded ?? 0) < (old.status.succeeded ?? 0))
    errors.push(
      field.invalid(path.child('succeeded'), status.succeeded ?? 0, 'cannot decrease the succeeded counter'),
    )
  const bothComplete = status.completionTime != null && old.status.completionTime != null
  if (bothComplete && changed(change, 'completionTime'))
    errors.push(
      field.invalid(
        path.child('completionTime'),
        badValue(status.completionTime, '*v1.Time', minor),
        fixedCompletionText,
      ),
    )
  const resumes = seesResumedJobs && hasCondition(old, 'Suspended') && hasCondition(job, 'Suspended', 'False')
  if (!resumes && old.status.startTime != null && changed(change, 'startTime') && spec.suspend !== true)
    errors.push(
      forbidsRestarts
        ? field.invalid(
            path.child('startTime'),
            badValue(status.startTime, '*v1.Time', minor),
            'field is immutable for unsuspended job once set',
          )
        : field.required(path.child('startTime'), 'startTime cannot be removed for unsuspended job'),
    )
  return errors
}

function ofKeptCriteria({ job, old }: Change): FieldError[] {
  const [met, before] = [hasCondition(job, 'SuccessCriteriaMet'), hasCondition(old, 'SuccessCriteriaMet')]
  const errors: FieldError[] = []
  if (before && !met) errors.push(ofConditions('cannot disable the SuccessCriteriaMet=True condition'))
  if (hasCondition(old, 'Complete') && !before && met)
    errors.push(
      ofConditions('cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions'),
    )
  return errors
}
