// Upstream: pkg/apis/policy/validation/validation.go (validatePSPRunAsUser and the like), of releases until 1.24

import type {
  IDRange,
  RunAsGroupStrategyOptions,
  RunAsUserStrategyOptions,
} from '../../../api/policy-v1beta1.ts'
import { eachFinding, type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'

type IDRule = RunAsUserStrategyOptions

const validateRange = ({ min = 0, max = 0 }: IDRange, path: FieldPath): FieldError[] => [
  ...(min < 0 ? [field.invalid(path.child('min'), min, 'min cannot be negative')] : []),
  ...(max < 0 ? [field.invalid(path.child('max'), max, 'max cannot be negative')] : []),
  ...(min > max ? [field.invalid(path.child('min'), min, 'min cannot be greater than max')] : []),
]

const validateRanges = (ranges: readonly IDRange[], path: FieldPath): FieldError[] =>
  eachFinding(ranges, (range, i) => validateRange(range, path.child('ranges').index(i)))

/** The errors of a rule that is one of `rules`, and of its ranges. */
export const validateIDRule = (
  { rule = '', ranges }: IDRule,
  rules: readonly string[],
  path: FieldPath,
): FieldError[] => [
  ...(rules.includes(rule) ? [] : [field.notSupported(path.child('rule'), rule, rules)]),
  ...validateRanges(ranges ?? [], path),
]

/** The errors of `runAsGroup`, which may be missing, and must have ranges where it is not any group. */
export function validateRunAsGroup(
  own: RunAsGroupStrategyOptions | undefined,
  path: FieldPath,
  minor: number,
): FieldError[] {
  if (own == null) return []
  const { rule = '' } = own
  const ranges = own.ranges ?? []
  const wrong = (text: string): FieldError =>
    field.invalid(path.child('ranges'), badValue(own.ranges, '[]policy.IDRange', minor), text)
  if (rule === 'RunAsAny') return ranges.length === 0 ? [] : [wrong('Ranges must be empty')]
  if (rule !== 'MustRunAs' && rule !== 'MayRunAs')
    return [field.notSupported(path.child('rule'), rule, ['MustRunAs', 'RunAsAny', 'MayRunAs'])]
  return [
    ...(ranges.length === 0 ? [wrong('must provide at least one range')] : []),
    ...validateRanges(ranges, path),
  ]
}
