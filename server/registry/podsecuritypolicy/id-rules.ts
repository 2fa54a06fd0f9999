// Upstream: pkg/apis/policy/validation/validation.go (validatePSPRunAsUser and the like), of releases until 1.24
import {
  eachFinding,
  type FieldError,
  type FieldPath,
  field,
  Literal,
} from '../../../apimachinery/field-error.ts'

/** Numbers of users or groups from `min` to `max`. */
export interface IDRange {
  min?: number
  max?: number
}
/** A rule about users, groups or SELinux, with the ranges that it allows. */
export interface IDRule {
  rule?: string
  ranges?: IDRange[] | null
}

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

const rangeType = 'policy.IDRange'

/** Ranges in Go's syntax, since the facts of no release have their type. */
const shown = (ranges: readonly IDRange[] | null | undefined): Literal =>
  new Literal(() => {
    const texts = ranges?.map(({ min = 0, max = 0 }) => `${rangeType}{Min:${min}, Max:${max}}`)
    return `[]${rangeType}${texts === undefined ? '(nil)' : `{${texts.join(', ')}}`}`
  })

/** The errors of `runAsGroup`, which may be missing, and must have ranges where it is not any group. */
export function validateRunAsGroup(own: IDRule | null | undefined, path: FieldPath): FieldError[] {
  if (own == null) return []
  const { rule = '' } = own
  const ranges = own.ranges ?? []
  const wrong = (text: string): FieldError => field.invalid(path.child('ranges'), shown(own.ranges), text)
  if (rule === 'RunAsAny') return ranges.length === 0 ? [] : [wrong('Ranges must be empty')]
  if (rule !== 'MustRunAs' && rule !== 'MayRunAs')
    return [field.notSupported(path.child('rule'), rule, ['MustRunAs', 'RunAsAny', 'MayRunAs'])]
  return [
    ...(ranges.length === 0 ? [wrong('must provide at least one range')] : []),
    ...validateRanges(ranges, path),
  ]
}
