// Upstream: pkg/apis/resource/validation/validation.go (validateRequestPolicy)
import type { CapacityRequestPolicy, DeviceCapacity } from '../../../api/resource-v1.ts'
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { Quantity } from '../../../apimachinery/quantity.ts'
import { validateSet } from './lists.ts'

type Range = NonNullable<CapacityRequestPolicy['validRange']>

const mostValues = 10
const invalid = (path: FieldPath, value: Quantity, text: string): FieldError =>
  field.invalid(path, `${value}`, text)
/** The error where `is`. */
const when = (is: boolean, error: () => FieldError): FieldError[] => (is ? [error()] : [])

function validateValues(
  texts: readonly string[],
  wanted: Quantity,
  most: Quantity,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const values = texts.map((text) => Quantity.parse(text))
  const isOffered = values.length <= mostValues && values.some((one) => one.compare(wanted) === 0)
  return [
    ...values
      .slice(1)
      .flatMap((value, i) =>
        when(values[i]!.compare(value) > 0, () =>
          invalid(path.index(i + 1), value, 'values must be sorted in ascending order'),
        ),
      ),
    ...validateSet(values, path, {
      max: mostValues,
      minor,
      key: (value) => `${value.value()}`,
      each: (value, at) =>
        when(value.compare(most) > 0, () =>
          invalid(at, value, `option is larger than capacity value: ${most}`),
        ),
    }),
    ...when(!isOffered, () =>
      invalid(path, wanted, 'default value is not valid according to the requestPolicy'),
    ),
  ]
}

const stepErrors = (value: Quantity, from: Quantity, step: Quantity, path: FieldPath): FieldError[] =>
  when(step.value() !== 0n && (value.value() - from.value()) % step.value() !== 0n, () =>
    invalid(path, value, `value is not a multiple of a given step (${step}) from (${from})`),
  )

function validateMax(
  least: Quantity,
  end: Quantity,
  wanted: Quantity,
  most: Quantity,
  path: FieldPath,
): FieldError[] {
  return [
    ...when(least.compare(end) > 0, () => invalid(path, least, `min is larger than max: ${end}`)),
    ...when(end.compare(most) > 0, () => invalid(path, end, `max is larger than capacity value: ${most}`)),
    ...when(wanted.compare(end) > 0, () => invalid(path, wanted, `default is more than max: ${end}`)),
  ]
}

function validateRange(range: Range, wanted: Quantity, most: Quantity, path: FieldPath): FieldError[] {
  const [at, stepAt] = [path.child('min'), path.child('step')]
  if (range.min == null) return [field.required(at, 'required when validRange is defined')]
  const least = Quantity.parse(range.min)
  const end = range.max == null ? undefined : Quantity.parse(range.max)
  const step = range.step == null ? undefined : Quantity.parse(range.step)
  const first = step && least.add(step)
  return [
    ...when(least.compare(most) > 0, () => invalid(at, least, `min is larger than capacity value: ${most}`)),
    ...when(wanted.compare(least) < 0, () => invalid(at, wanted, `default is less than min: ${least}`)),
    ...(end ? validateMax(least, end, wanted, most, path.child('max')) : []),
    ...(step && first
      ? [
          ...when(first.compare(most) > 0, () =>
            invalid(stepAt, step, `one step ${first} is larger than capacity value: ${most}`),
          ),
          ...stepErrors(wanted, least, step, stepAt),
          ...(end ? stepErrors(end, least, step, stepAt) : []),
        ]
      : []),
  ]
}

/** The errors of what shares of a capacity may be asked for. */
export function validateCapacity(
  { value = '0', requestPolicy: policy }: DeviceCapacity,
  isShared: boolean,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const at = path.child('requestPolicy')
  if (policy == null) return []
  if (!isShared) return [field.forbidden(at, 'allowMultipleAllocations must be true')]
  const values = policy.validValues ?? []
  if (values.length > 0 && policy.validRange != null)
    return [
      field.forbidden(
        at,
        'exactly one policy can be specified, cannot specify "validValues" and "validRange" at the same time',
      ),
    ]
  const kind = values.length > 0 ? 'validValues' : policy.validRange == null ? undefined : 'validRange'
  if (kind === undefined) return []
  if (policy.default == null) return [field.required(at.child('default'), `required when ${kind} is defined`)]
  const [wanted, most] = [Quantity.parse(policy.default), Quantity.parse(value)]
  return kind === 'validValues'
    ? validateValues(values, wanted, most, at.child(kind), minor)
    : validateRange(policy.validRange!, wanted, most, at.child(kind))
}
