// Upstream: pkg/apis/core/validation/validation.go (ValidateLimitRange)

import type { LimitRangeItem, LimitRangeSpec } from '../../../api/core-v1.ts'
import { eachFinding, type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { getOwn } from '../../../apimachinery/json.ts'
import { Quantity } from '../../../apimachinery/quantity.ts'
import { isQualifiedName } from '../../../apimachinery/validation/label-names.ts'
import { isOvercommitAllowed, printedAmount, type ResourceList } from '../core/resource-list.ts'
import { validateContainerResourceName, validateResourceName } from '../core/resource-validation.ts'

type ListName = 'max' | 'min' | 'default' | 'defaultRequest' | 'maxLimitRequestRatio'
type Lists = Readonly<Record<ListName, ResourceList>>

const types = ['Pod', 'Container', 'PersistentVolumeClaim']
const limitsPath = FieldPath.of('spec', 'limits')

/** The errors of a LimitRange's spec. */
export function validateLimitRange(spec: LimitRangeSpec, minor: number): FieldError[] {
  const limits = spec.limits ?? []
  const seen = new Set<string>()
  return eachFinding(limits, (item, i) => {
    const path = limitsPath.index(i)
    const { type = '' } = item
    const isRepeated = seen.has(type)
    seen.add(type)
    return [
      ...validateType(type, path.child('type'), minor),
      ...(isRepeated ? [field.duplicate(path.child('type'), type)] : []),
      ...validateItem(item, path, minor),
    ]
  })
}

function validateType(type: string, path: FieldPath, minor: number): FieldError[] {
  const errors = isQualifiedName(type, minor).map((text) => field.invalid(path, type, text))
  if (errors.length > 0 || type.includes('/') || types.includes(type)) return errors
  return [field.invalid(path, type, 'must be a standard limit type or fully qualified')]
}

function validateItem(item: LimitRangeItem, path: FieldPath, minor: number): FieldError[] {
  const errors: FieldError[] = []
  const isPod = item.type === 'Pod'
  const validateName =
    isPod || item.type === 'Container' ? validateContainerResourceName : validateResourceName
  const names = (list: ListName): FieldError[] =>
    Object.keys(item[list] ?? {}).flatMap((name) => validateName(name, path.child(list).key(name), minor))
  errors.push(...names('max'), ...names('min'))
  if (isPod) {
    for (const list of ['default', 'defaultRequest'] as const)
      if (Object.keys(item[list] ?? {}).length > 0)
        errors.push(field.forbidden(path.child(list), "may not be specified when `type` is 'Pod'"))
  } else errors.push(...names('default'), ...names('defaultRequest'))
  const bounds = [item.min, item.max].some((list) => getOwn(list, 'storage') !== undefined)
  if (item.type === 'PersistentVolumeClaim' && !bounds)
    errors.push(
      field.required(
        path.child('limits'),
        'either minimum or maximum storage value is required, but neither was provided',
      ),
    )
  errors.push(...names('maxLimitRequestRatio'))
  const lists: Lists = {
    max: item.max ?? {},
    min: item.min ?? {},
    default: isPod ? {} : (item.default ?? {}),
    defaultRequest: isPod ? {} : (item.defaultRequest ?? {}),
    maxLimitRequestRatio: item.maxLimitRequestRatio ?? {},
  }
  const keys = [...new Set(Object.values(lists).flatMap((list) => Object.keys(list)))].sort()
  return [...errors, ...keys.flatMap((name) => validateAmounts(name, lists, path, minor))]
}

/** Two amounts of which the first may not be larger. `shown`: which of them the message is about, at `at`. */
interface Order {
  readonly less: ListName
  readonly more: ListName
  readonly at: ListName
  readonly shown: 'less' | 'more'
  readonly text: string
}
const orders: readonly Order[] = [
  { less: 'min', more: 'max', at: 'min', shown: 'less', text: 'min value %1 is greater than max value %2' },
  {
    less: 'min',
    more: 'defaultRequest',
    at: 'defaultRequest',
    shown: 'more',
    text: 'min value %1 is greater than default request value %2',
  },
  {
    less: 'defaultRequest',
    more: 'max',
    at: 'defaultRequest',
    shown: 'less',
    text: 'default request value %1 is greater than max value %2',
  },
  {
    less: 'defaultRequest',
    more: 'default',
    at: 'defaultRequest',
    shown: 'less',
    text: 'default request value %1 is greater than default limit value %2',
  },
  // @note The last two show the bound and not the default.
  {
    less: 'min',
    more: 'default',
    at: 'default',
    shown: 'less',
    text: 'min value %1 is greater than default value %2',
  },
  {
    less: 'default',
    more: 'max',
    at: 'default',
    shown: 'more',
    text: 'default value %1 is greater than max value %2',
  },
]

function validateAmounts(name: string, lists: Lists, path: FieldPath, minor: number): FieldError[] {
  const amount = (list: ListName): Quantity | undefined =>
    getOwn(lists[list], name) === undefined ? undefined : printedAmount(lists[list], name)
  const wrong = (at: ListName, shown: Quantity, text: string): FieldError =>
    field.invalid(path.child(at).key(name), badValue(shown, 'resource.Quantity', minor), text)
  const errors = orders.flatMap(({ less, more, at, shown, text }) => {
    const [low, high] = [amount(less), amount(more)]
    if (low === undefined || high === undefined || low.compare(high) <= 0) return []
    const words = text.replace('%1', low.toString()).replace('%2', high.toString())
    return [wrong(at, shown === 'less' ? low : high, words)]
  })
  const ratio = amount('maxLimitRequestRatio')
  if (ratio !== undefined) {
    if (ratio.compare(Quantity.of(1)) < 0)
      errors.push(wrong('maxLimitRequestRatio', ratio, `ratio ${ratio} is less than 1`))
    const limit = ratioOf(ratio, amount('max'), amount('min'))
    if (limit !== undefined)
      errors.push(
        wrong('maxLimitRequestRatio', ratio, `ratio ${ratio} is greater than max/min = ${limit.toFixed(6)}`),
      )
  }
  const [limit, request] = [amount('default'), amount('defaultRequest')]
  if (
    limit !== undefined &&
    request !== undefined &&
    !isOvercommitAllowed(name) &&
    limit.compare(request) !== 0
  )
    errors.push(
      wrong(
        'defaultRequest',
        request,
        `default value ${limit} must equal to defaultRequest value ${request} in ${name}`,
      ),
    )
  return errors
}

const maxMilliValue = (2n ** 63n - 1n) / 1000n

/** max/min where the ratio is greater than it, else undefined. Thousandths count where all three have them. */
function ratioOf(ratio: Quantity, max: Quantity | undefined, min: Quantity | undefined): number | undefined {
  if (max === undefined || min === undefined) return undefined
  const fits = [ratio, max, min].every((quantity) => quantity.value() < maxMilliValue)
  const number = (quantity: Quantity): number => Number(fits ? quantity.milliValue() : quantity.value())
  const limit = number(max) / number(min)
  return (fits ? number(ratio) / 1000 : number(ratio)) > limit ? limit : undefined
}
