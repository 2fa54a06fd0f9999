// Upstream: pkg/apis/core/validation/validation.go (ValidateMatchLabelKeysAndMismatchLabelKeys, ValidateMatchLabelKeysInTopologySpread)

import type { LabelSelector } from '../../../api/meta-v1.ts'
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { validateLabelName } from '../../../apimachinery/validation/labels.ts'

const inSelector = 'exists in both matchLabelKeys and labelSelector'
const withoutSelector = 'must not be specified when labelSelector is not set'

/** Keys that are merged into the selector when the pod is created. */
export function validateMatchLabelKeys(
  path: FieldPath,
  keys: readonly string[],
  mismatchKeys: readonly string[],
  selector: LabelSelector | undefined,
  minor: number,
): FieldError[] {
  const errors = [
    ...validateKeys(path.child('matchLabelKeys'), keys, selector, minor),
    ...validateKeys(path.child('mismatchLabelKeys'), mismatchKeys, selector, minor),
  ]
  const seen = new Set(Object.keys(selector?.matchLabels ?? {}))
  for (const { key = '' } of selector?.matchExpressions ?? []) {
    const i = keys.lastIndexOf(key)
    if (i !== -1 && seen.has(key)) errors.push(field.invalid(path.index(i), key, inSelector))
    seen.add(key)
  }
  keys.forEach((key, i) => {
    if (mismatchKeys.includes(key))
      errors.push(
        field.invalid(
          path.child('matchLabelKeys').index(i),
          key,
          'exists in both matchLabelKeys and mismatchLabelKeys',
        ),
      )
  })
  return errors
}

function validateKeys(
  path: FieldPath,
  keys: readonly string[],
  selector: LabelSelector | undefined,
  minor: number,
): FieldError[] {
  if (keys.length === 0) return []
  if (selector == null) return [field.forbidden(path, withoutSelector)]
  return keys.flatMap((key, i) => validateLabelName(key, path.index(i), minor))
}

/** Keys that stay beside the selector. */
export function validateSeparateMatchLabelKeys(
  path: FieldPath,
  keys: readonly string[],
  selector: LabelSelector | undefined,
  minor: number,
): FieldError[] {
  if (keys.length === 0) return []
  const errors: FieldError[] = selector == null ? [field.forbidden(path, withoutSelector)] : []
  const own = new Set([
    ...Object.keys(selector?.matchLabels ?? {}),
    ...(selector?.matchExpressions ?? []).map((e) => e.key ?? ''),
  ])
  keys.forEach((key, i) => {
    errors.push(...validateLabelName(key, path.index(i), minor))
    if (own.has(key)) errors.push(field.invalid(path.index(i), key, inSelector))
  })
  return errors
}
