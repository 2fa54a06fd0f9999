// Upstream: staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.go (ValidateConditions)
import { type FieldError, type FieldPath, field } from '../field-error.ts'
import { validateLabelName } from './labels.ts'
import { byteLength, regexError, tooLong } from './messages.ts'

/** meta/v1 Condition. */
export interface Condition {
  type?: string
  status?: string
  observedGeneration?: number
  lastTransitionTime?: string | null
  reason?: string
  message?: string
}

export function validateConditions(
  conditions: readonly Condition[],
  path: FieldPath,
  minor: number,
): FieldError[] {
  const seen = new Set<string>()
  return conditions.flatMap((condition, i) => {
    const type = condition.type ?? ''
    const duplicate = seen.has(type) ? [field.duplicate(path.index(i).child('type'), type)] : []
    seen.add(type)
    return [...duplicate, ...validateCondition(condition, path.index(i), minor)]
  })
}

function validateCondition(condition: Condition, path: FieldPath, minor: number): FieldError[] {
  const errors = validateLabelName(condition.type ?? '', path.child('type'), minor)
  const missing = minor >= 34 ? '' : 'must be set'
  if (!['True', 'False', 'Unknown'].includes(condition.status ?? ''))
    errors.push(
      field.notSupported(path.child('status'), condition.status ?? '', ['False', 'True', 'Unknown']),
    )
  if ((condition.observedGeneration ?? 0) < 0)
    errors.push(
      field.invalid(
        path.child('observedGeneration'),
        condition.observedGeneration,
        'must be greater than or equal to zero',
      ),
    )
  if (!condition.lastTransitionTime) errors.push(field.required(path.child('lastTransitionTime'), missing))
  const reason = condition.reason ?? ''
  if (reason === '') errors.push(field.required(path.child('reason'), missing))
  else {
    errors.push(...reasonErrors(reason).map((text) => field.invalid(path.child('reason'), reason, text)))
    if (byteLength(reason) > 1024) errors.push(tooLong(path.child('reason'), 1024, minor))
  }
  if (byteLength(condition.message ?? '') > 32768) errors.push(tooLong(path.child('message'), 32768, minor))
  return errors
}

function reasonErrors(reason: string): string[] {
  const format = '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?'
  if (new RegExp(`^${format}$`).test(reason)) return []
  const text =
    "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_'"
  return [regexError(text, format, 'my_name', 'MY_NAME', 'MyName', 'ReasonA,ReasonB', 'ReasonA:ReasonB')]
}
