// Upstream: pkg/apis/networking/validation/validation.go (ValidateIPAddress…)

import type { ParentReference } from '../../../api/networking-v1.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { validationDialect } from '../../../apimachinery/validation/dialect.ts'
import { validateImmutableField } from '../../../apimachinery/validation/immutable.ts'
import { netipText } from '../../../apimachinery/validation/ip-address.ts'
import { isDNS1123Subdomain, isValidPathSegmentName } from '../../../apimachinery/validation/names.ts'
import { isValidIP } from '../../../apimachinery/validation/strict-ip.ts'
import { parseAddrError } from '../../../component-base/go/netip.ts'

/** The name is the address in its canonical form. */
export function validateIPAddressName(name: string, minor: number): string[] {
  if (validationDialect(minor).checksIPsByOneRule) return isValidIP(FieldPath.root, name).map((e) => e.detail)
  const error = parseAddrError(name)
  if (error !== undefined) return [error]
  return netipText(name) === name ? [] : [validationDialect(minor).canonicalIPText]
}

/** The errors of an IPAddress's reference to its owner. */
export function validateParentReference(ref: ParentReference | undefined, path: FieldPath): FieldError[] {
  if (ref === undefined || ref === null) return [field.required(path, '')]
  const segment = (key: 'resource' | 'name' | 'namespace'): FieldError[] =>
    isValidPathSegmentName(ref[key] ?? '').map((text) => field.invalid(path.child(key), ref[key], text))
  const required = (key: 'resource' | 'name'): FieldError[] =>
    ref[key] ? segment(key) : [field.required(path.child(key), '')]
  const group = ref.group ? isDNS1123Subdomain(ref.group) : []
  return [
    ...group.map((text) => field.invalid(path.child('group'), ref.group, text)),
    ...required('resource'),
    ...required('name'),
    ...(ref.namespace ? segment('namespace') : []),
  ]
}

/** The error where the reference of an IPAddress has changed. */
export function validateParentUnchanged(
  ref: ParentReference | undefined,
  old: ParentReference | undefined,
  minor: number,
): FieldError[] {
  return validateImmutableField(ref, old, FieldPath.of('spec', 'parentRef'), {
    type: '*networking.ParentReference',
    minor,
  })
}
