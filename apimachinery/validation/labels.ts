// Upstream: staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.go (labels and label selectors)
import { eachFinding, type FieldError, type FieldPath, field } from '../field-error.ts'
import { validationDialect } from './dialect.ts'
import { isQualifiedName, isValidLabelValue } from './label-names.ts'

/** The errors of a label key as field errors at `path`. */
export function validateLabelName(name: string, path: FieldPath, minor: number): FieldError[] {
  return isQualifiedName(name, minor).map((text) => field.invalid(path, name, text))
}

/** The errors of a map of labels. Those of values are told at the map's path, without the key, as upstream does. */
export function validateLabels(
  labels: Record<string, string> | undefined,
  path: FieldPath,
  minor: number,
): FieldError[] {
  return eachFinding(Object.keys(labels ?? {}), (key) => {
    const value = labels![key] ?? ''
    const errors = isValidLabelValue(value, minor).map((text) => field.invalid(path, value, text))
    return errors.length === 0
      ? validateLabelName(key, path, minor)
      : [...validateLabelName(key, path, minor), ...errors]
  })
}

/** meta/v1 LabelSelector. */
export interface LabelSelectorObject {
  matchLabels?: Record<string, string>
  matchExpressions?: LabelSelectorRequirement[]
}
/** meta/v1 LabelSelectorRequirement. */
export interface LabelSelectorRequirement {
  key?: string
  operator?: string
  values?: string[]
}
/** The invalid parts of a selector that are allowed, since the stored selector has such parts already. */
export interface LabelSelectorOptions {
  /** Ratcheting: the stored selector has such values already. */
  allowInvalidLabelValueInSelector?: boolean
  allowUnknownOperatorInRequirement?: boolean
}

/** The errors of a LabelSelector; null and undefined are valid. */
export function validateLabelSelector(
  selector: LabelSelectorObject | undefined,
  options: LabelSelectorOptions,
  path: FieldPath,
  minor: number,
): FieldError[] {
  if (selector === undefined || selector === null) return []
  const expressions = path.child('matchExpressions')
  return [
    ...validateLabels(selector.matchLabels, path.child('matchLabels'), minor),
    ...eachFinding(selector.matchExpressions ?? [], (r, i) =>
      validateLabelSelectorRequirement(r, options, expressions.index(i), minor),
    ),
  ]
}

function operatorErrors(
  r: LabelSelectorRequirement,
  options: LabelSelectorOptions,
  path: FieldPath,
): FieldError[] {
  const count = r.values?.length ?? 0
  switch (r.operator) {
    case 'In':
    case 'NotIn':
      return count > 0
        ? []
        : [field.required(path.child('values'), "must be specified when `operator` is 'In' or 'NotIn'")]
    case 'Exists':
    case 'DoesNotExist':
      return count === 0
        ? []
        : [
            field.forbidden(
              path.child('values'),
              "may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
            ),
          ]
    default:
      if (options.allowUnknownOperatorInRequirement) return []
      return [field.invalid(path.child('operator'), r.operator ?? '', 'not a valid selector operator')]
  }
}

/** The errors of a FieldSelectorRequirement: key and number of values. Operators that are not known are valid. */
export function validateFieldSelectorRequirement(r: LabelSelectorRequirement, path: FieldPath): FieldError[] {
  return [
    ...(r.key === undefined || r.key === '' ? [field.required(path.child('key'), 'must be specified')] : []),
    ...operatorErrors(r, { allowUnknownOperatorInRequirement: true }, path),
  ]
}

/** The errors of an expression of a LabelSelector: operator, number of values, key and values. */
export function validateLabelSelectorRequirement(
  r: LabelSelectorRequirement,
  options: LabelSelectorOptions,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const errors = [
    ...operatorErrors(r, options, path),
    ...validateLabelName(r.key ?? '', path.child('key'), minor),
  ]
  if (options.allowInvalidLabelValueInSelector || !validationDialect(minor).checksSelectorValues)
    return errors
  const values = eachFinding(r.values ?? [], (value, i) =>
    isValidLabelValue(value, minor).map((text) => field.invalid(path.child('values').index(i), value, text)),
  )
  return [...errors, ...values]
}
