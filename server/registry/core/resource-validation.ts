// Upstream: pkg/apis/core/validation/validation.go (resource names and quantities)

import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { getOwn } from '../../../apimachinery/json.ts'
import { validationDialect } from '../../../apimachinery/validation/dialect.ts'
import { isQualifiedName } from '../../../apimachinery/validation/label-names.ts'
import {
  isExtendedResource,
  isIntegerResource,
  isNativeResource,
  isStandardContainerResource,
  isStandardResource,
  printedAmount,
  quantityOf,
  type ResourceList,
} from './resource-list.ts'

/** A value of the type ResourceName: without quotes in Go's own form, as its type has a text of its own. */
export const resourceNameValue = (name: string, minor: number): unknown =>
  validationDialect(minor).quotesResourceNames ? name : badValue(name, 'core.ResourceName', minor)

/** The errors of a resource's name, which needs a domain unless it is a standard one. `malformed`: the value of errors on its form. */
export function validateResourceName(
  name: string,
  path: FieldPath,
  minor: number,
  malformed = resourceNameValue(name, minor),
): FieldError[] {
  const invalid = (text: string): FieldError => field.invalid(path, resourceNameValue(name, minor), text)
  const errors = isQualifiedName(name, minor).map((text) => field.invalid(path, malformed, text))
  if (errors.length === 0 && !name.includes('/') && !isStandardResource(name))
    errors.push(invalid('must be a standard resource type or fully qualified'))
  return errors
}

/** The errors of the name of a resource that a container requests; `malformed` as for {@link validateResourceName}. */
export function validateContainerResourceName(
  name: string,
  path: FieldPath,
  minor: number,
  malformed?: unknown,
): FieldError[] {
  const errors = validateResourceName(name, path, minor, malformed)
  const invalid = (text: string): FieldError => field.invalid(path, resourceNameValue(name, minor), text)
  if (!name.includes('/')) {
    if (!isStandardContainerResource(name)) errors.push(invalid('must be a standard resource for containers'))
  } else if (!isNativeResource(name) && !isExtendedResource(name, minor))
    errors.push(invalid("doesn't follow extended resource name standard"))
  return errors
}

/** The error of a quantity below 0. */
export function validateNonnegativeQuantity(text: string | undefined, path: FieldPath): FieldError[] {
  const quantity = quantityOf(text)
  return quantity.sign < 0
    ? [field.invalid(path, quantity.toString(), 'must be greater than or equal to 0')]
    : []
}

/** The error of a quantity that is below 0 as a whole number. */
export function validateBasicQuantity(text: string | undefined, path: FieldPath): FieldError[] {
  const value = quantityOf(text).value()
  return value < 0n ? [field.invalid(path, Number(value), 'must be a valid resource quantity')] : []
}

/** The error of a quantity of 0 or below. */
export function validatePositiveQuantity(text: string | undefined, path: FieldPath): FieldError[] {
  const quantity = quantityOf(text)
  return quantity.sign <= 0 ? [field.invalid(path, quantity.toString(), 'must be greater than zero')] : []
}

/** The errors of the amount of a resource in a list. Upstream: ValidateResourceQuantityValue. */
export function validateResourceQuantity(
  name: string,
  list: ResourceList,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const text = getOwn(list, name)
  const quantity = quantityOf(text)
  const errors = quantity.sign < 0 ? validateNonnegativeQuantity(text, path) : []
  const isWhole = quantity.scale >= 0 || quantity.milliValue() % 1000n === 0n
  if (!isWhole && isIntegerResource(name, minor)) {
    const shown = badValue(printedAmount(list, name), 'resource.Quantity', minor)
    errors.push(field.invalid(path, shown, 'must be an integer'))
  }
  return errors
}
