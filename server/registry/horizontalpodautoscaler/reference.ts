// Upstream: pkg/apis/autoscaling/validation/validation.go (ValidateCrossVersionObjectReference)

import type { CrossVersionObjectReference } from '../../../api/autoscaling-v2.ts'
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { groupVersionError, parseApiVersion } from '../../../apimachinery/scheme/api-version.ts'
import { isValidPathSegmentName } from '../../../apimachinery/validation/names.ts'

/** The invalid apiVersions of a reference that are allowed, since the stored autoscaler has such ones already. */
export interface ReferenceOptions {
  readonly allowEmptyGroup: boolean
  readonly allowInvalidVersion: boolean
}

/** The errors of a reference to an object in some version. */
export function validateReference(
  reference: CrossVersionObjectReference,
  path: FieldPath,
  options: ReferenceOptions,
): FieldError[] {
  const { apiVersion = '' } = reference
  const wrong = apiVersionError(reference, options)
  return [
    ...segment(reference.kind, path.child('kind')),
    ...segment(reference.name, path.child('name')),
    ...(wrong === undefined ? [] : [field.invalid(path.child('apiVersion'), apiVersion, wrong)]),
  ]
}

function segment(value: string | undefined, path: FieldPath): FieldError[] {
  if (!value) return [field.required(path, '')]
  return isValidPathSegmentName(value).map((text) => field.invalid(path, value, text))
}

/** The text of the error about a reference's apiVersion; undefined for a valid one. */
export function apiVersionError(
  { apiVersion = '' }: CrossVersionObjectReference,
  { allowEmptyGroup, allowInvalidVersion }: ReferenceOptions,
): string | undefined {
  if (allowInvalidVersion) return undefined
  const wrong = groupVersionError(apiVersion)
  if (wrong !== undefined) return wrong
  const { group } = parseApiVersion(apiVersion)
  return group === '' && !allowEmptyGroup ? 'apiVersion must specify API group' : undefined
}
