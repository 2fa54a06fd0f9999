// Upstream: staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go (ValidateOwnerReferences)

import { type FieldError, type FieldPath, field } from '../field-error.ts'
import { badValue } from '../go-print/bad-value.ts'
import type { OwnerReference } from '../json.ts'
import { fromApiVersion } from '../scheme/api-version.ts'
import { validationDialect } from './dialect.ts'

function validateOwnerReference(reference: OwnerReference, path: FieldPath, minor: number): FieldError[] {
  const errors: FieldError[] = []
  const { version } = fromApiVersion(reference.apiVersion ?? '')
  if (version === '')
    errors.push(
      field.invalid(path.child('apiVersion'), reference.apiVersion ?? '', 'version must not be empty'),
    )
  for (const key of ['kind', 'name', 'uid'] as const) {
    if (reference[key]) continue
    const text = validationDialect(minor).repeatsOwnerKey ? `${key} must not be empty` : 'must not be empty'
    errors.push(field.invalid(path.child(key), '', text))
  }
  if (reference.apiVersion === 'v1' && reference.kind === 'Event') {
    const value = badValue(reference, 'v1.OwnerReference', minor)
    errors.push(field.invalid(path, value, '/v1, Kind=Event is disallowed from being an owner'))
  }
  return errors
}

/** The errors of owner references. @note Errors of every entry name the list, not the entry. */
export function validateOwnerReferences(
  references: readonly OwnerReference[],
  path: FieldPath,
  minor: number,
): FieldError[] {
  const errors: FieldError[] = []
  let first = ''
  for (const reference of references) {
    errors.push(...validateOwnerReference(reference, path, minor))
    if (reference.controller !== true) continue
    const kind = validationDialect(minor).namesControllerKinds ? `${reference.kind ?? ''}/` : ''
    const current = `${kind}${reference.name ?? ''}`
    if (first === '') {
      first = current
      continue
    }
    const text = `Only one reference can have Controller set to true. Found "true" in references for ${first} and ${current}`
    errors.push(field.invalid(path, badValue(references, '[]v1.OwnerReference', minor), text))
  }
  return errors
}
