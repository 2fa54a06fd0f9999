// Upstream: pkg/apis/core/validation/validation.go (validateNodeTaints)

import type { Taint } from '../../../api/core-v1.ts'
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { isValidLabelValue } from '../../../apimachinery/validation/label-names.ts'
import { validateLabelName } from '../../../apimachinery/validation/labels.ts'

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute']

/** The errors of a Node's taints, which are unique by key and effect. */
export function validateNodeTaints(taints: readonly Taint[], path: FieldPath, minor: number): FieldError[] {
  const seen = new Set<string>()
  return taints.flatMap((taint, i) => {
    const at = path.index(i)
    const value = isValidLabelValue(taint.value ?? '', minor)
    const errors = validateLabelName(taint.key ?? '', at.child('key'), minor)
    if (value.length > 0) errors.push(field.invalid(at.child('value'), taint.value ?? '', value.join(';')))
    errors.push(...validateEffect(taint.effect ?? '', at.child('effect'), minor))
    const key = `${taint.effect ?? ''} ${taint.key ?? ''}`
    if (seen.has(key))
      errors.push({
        ...field.duplicate(at, badValue(taint, 'core.Taint', minor)),
        detail: 'taints must be unique by key and effect pair',
      })
    seen.add(key)
    return errors
  })
}

function validateEffect(effect: string, path: FieldPath, minor: number): FieldError[] {
  if (effect === '') return [field.required(path, '')]
  return effects.includes(effect)
    ? []
    : [field.notSupported(path, badValue(effect, 'string', minor), effects)]
}
