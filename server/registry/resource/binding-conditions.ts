// Upstream: pkg/apis/resource/validation/validation.go (validateDeviceBindingParameters)
import type { Device } from '../../../api/resource-v1.ts'
import {
  eachFinding,
  type FieldError,
  type FieldPath,
  field,
  repeats,
} from '../../../apimachinery/field-error.ts'
import { valueOrEmpty } from '../../../apimachinery/given-empty.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { validateLabelName } from '../../../apimachinery/validation/labels.ts'
import { validateSlice } from './lists.ts'

const names = (list: readonly string[], path: FieldPath, minor: number): FieldError[] =>
  validateSlice(list, path, { max: 4, minor, each: (name, at) => validateLabelName(name, at, minor) })

/** The errors of the conditions that a binding waits for, or ends with. */
export function validateBindingConditions(
  device: Pick<Device, 'bindingConditions' | 'bindingFailureConditions'>,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const [wanted, failed] = [device.bindingConditions ?? [], device.bindingFailureConditions ?? []]
  const [at, failedAt] = [path.child('bindingConditions'), path.child('bindingFailureConditions')]
  const [isRepeated, failedIsRepeated] = [repeats(), repeats()]
  const empty = (name: 'bindingConditions' | 'bindingFailureConditions') =>
    badValue(valueOrEmpty(device, name) ?? null, '[]string', minor)
  return [
    ...names(wanted, at, minor),
    ...names(failed, failedAt, minor),
    ...eachFinding(wanted, (name, i) => (isRepeated(name) ? [field.duplicate(at.index(i), name)] : [])),
    ...eachFinding(failed, (name, i) => [
      ...(failedIsRepeated(name) ? [field.duplicate(failedAt.index(i), name)] : []),
      ...(wanted.includes(name)
        ? [
            field.invalid(
              failedAt.index(i),
              name,
              'bindingFailureConditions must not overlap with bindingConditions',
            ),
          ]
        : []),
    ]),
    ...(wanted.length === 0 && failed.length > 0
      ? [
          field.invalid(
            at,
            empty('bindingConditions'),
            'bindingConditions are required to use bindingFailureConditions',
          ),
        ]
      : []),
    ...(failed.length === 0 && wanted.length > 0
      ? [
          field.invalid(
            failedAt,
            empty('bindingFailureConditions'),
            'bindingFailureConditions are required to use bindingConditions',
          ),
        ]
      : []),
  ]
}
