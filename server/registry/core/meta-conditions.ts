// Upstream: staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.go (ValidateConditions)
import {
  eachFinding,
  type FieldError,
  type FieldPath,
  field,
  repeats,
} from '../../../apimachinery/field-error.ts'
import { byteLength, tooLong } from '../../../apimachinery/validation/messages.ts'
import { registryDialect } from '../dialect.ts'
import { validateQualifiedName } from './names.ts'

/** A condition of any kind, with what it says. */
export interface AnyCondition {
  type?: string
  status?: string
  lastUpdateTime?: string | null
  lastTransitionTime?: string | null
  observedGeneration?: number
  reason?: string
  message?: string
}

/** How conditions of a kind differ from metav1.Condition. */
export interface ConditionTraits {
  /** The time that must be set; errors always name lastTransitionTime. */
  readonly time?: 'lastUpdateTime' | 'lastTransitionTime'
  /** What is said of a field that is not set; as the release has it where it is undefined. */
  readonly missing?: string
}

const statuses = ['False', 'True', 'Unknown']
const [mostReason, mostMessage] = [1024, 32 * 1024]
const reasonFormat = /^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/
const badReason =
  "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', regex used for validation is '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?')"

/** The errors of a list of conditions. */
export function validateConditions(
  conditions: readonly AnyCondition[] | null | undefined,
  path: FieldPath,
  minor: number,
  traits: ConditionTraits = {},
): FieldError[] {
  const isRepeated = repeats()
  return eachFinding(conditions ?? [], (one, i) => [
    ...(isRepeated(one.type ?? '') ? [field.duplicate(path.index(i).child('type'), one.type ?? '')] : []),
    ...validateCondition(one, path.index(i), minor, traits),
  ])
}

const missingText = (minor: number): string =>
  registryDialect(minor).saysThatConditionsMustBeSet ? 'must be set' : ''

function validateReason(reason: string, path: FieldPath, missing: string, minor: number): FieldError[] {
  if (reason === '') return [field.required(path, missing)]
  return [
    ...(reasonFormat.test(reason) ? [] : [field.invalid(path, reason, badReason)]),
    ...(byteLength(reason) > mostReason ? [tooLong(path, mostReason, minor)] : []),
  ]
}

function validateCondition(
  condition: AnyCondition,
  path: FieldPath,
  minor: number,
  { time = 'lastTransitionTime', missing = missingText(minor) }: ConditionTraits,
): FieldError[] {
  const { type = '', status = '', reason = '', message = '', observedGeneration = 0 } = condition
  return [
    ...validateQualifiedName(type, path.child('type'), minor),
    ...(statuses.includes(status) ? [] : [field.notSupported(path.child('status'), status, statuses)]),
    ...(observedGeneration < 0
      ? [
          field.invalid(
            path.child('observedGeneration'),
            observedGeneration,
            'must be greater than or equal to zero',
          ),
        ]
      : []),
    ...(condition[time] == null ? [field.required(path.child('lastTransitionTime'), missing)] : []),
    ...validateReason(reason, path.child('reason'), missing, minor),
    ...(byteLength(message) > mostMessage ? [tooLong(path.child('message'), mostMessage, minor)] : []),
  ]
}
