// Upstream: pkg/apis/core/validation/validation.go (validateNodeTaints)

import type { Taint } from '../../../api/core-v1.ts'
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { badValue, type GoType, goString, goTimePointer } from '../../../apimachinery/validation/go-value.ts'
import { isValidLabelValue } from '../../../apimachinery/validation/label-names.ts'
import { validateLabelName } from '../../../apimachinery/validation/labels.ts'

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute']
const goTaint: GoType = {
  kind: 'struct',
  name: 'core.Taint',
  internal: true,
  fields: [
    { go: 'Key', json: 'key', type: goString },
    { go: 'Value', json: 'value', type: goString },
    { go: 'Effect', json: 'effect', type: goString },
    { go: 'TimeAdded', json: 'timeAdded', type: goTimePointer },
  ],
}

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
        ...field.duplicate(at, badValue(taint, goTaint, minor)),
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
    : [field.notSupported(path, badValue(effect, goString, minor), effects)]
}
