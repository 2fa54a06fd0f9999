// Upstream: k8s.io/apiextensions-apiserver/pkg/registry/customresource/validator.go (ValidateScaleSpec, ValidateScaleStatus)
import type { CustomResourceSubresourceScale } from '../../../api/apiextensions-v1.ts'
import { type FieldError, field } from '../../../apimachinery/field-error.ts'
import { showGoType, showGoValue } from '../../../apimachinery/go-print/untyped.ts'
import { isObject, type JsonValue } from '../../../apimachinery/json.ts'

const largest = 2 ** 31 - 1

/** What stands at a path, or why there can be nothing. Upstream: unstructured.NestedFieldNoCopy */
function nested(object: JsonValue, path: string): { value?: JsonValue | undefined; error?: string } {
  const names = path.replace(/^\./, '').split('.')
  let at: JsonValue | undefined = object
  for (const [i, name] of names.entries()) {
    if (at === null || at === undefined) return {}
    if (!isObject(at)) return { error: accessorError(names.slice(0, i + 1), at, 'map[string]interface{}') }
    if (!Object.hasOwn(at, name)) return {}
    at = at[name]
  }
  return { value: at }
}

const accessorError = (names: readonly string[], value: JsonValue | undefined, wanted: string): string =>
  `.${names.join('.')} accessor error: ${showGoValue(value)} is of the type ${showGoType(value)}, expected ${wanted}`

/** The value of a type at a path; undefined where there is none. */
export function typedAt(
  object: JsonValue,
  path: string,
  wanted: 'int64' | 'string',
): { value?: JsonValue | undefined; error?: string } {
  const found = nested(object, path)
  if (found.value === undefined || showGoType(found.value) === wanted) return found
  return { error: accessorError(path.replace(/^\./, '').split('.'), found.value, wanted) }
}

function replicaErrors(object: JsonValue, path: string): FieldError[] {
  const { value, error } = typedAt(object, path, 'int64')
  if (error !== undefined) return [field.invalid(path, 0, error)]
  const count = (value ?? 0) as number
  if (count < 0) return [field.invalid(path, count, 'should be a non-negative integer')]
  if (count <= largest) return []
  return [field.invalid(path, count, `should be less than or equal to ${largest}`)]
}

/** The errors of what the paths of a scale subresource name. @param parts an update of the status leaves out the spec */
export function validateScale(
  object: unknown,
  scale: CustomResourceSubresourceScale | undefined,
  parts: 'all' | 'status',
): FieldError[] {
  if (!scale) return []
  const { specReplicasPath = '', statusReplicasPath = '', labelSelectorPath } = scale
  const data = object as JsonValue
  const selector = labelSelectorPath === undefined ? {} : typedAt(data, labelSelectorPath, 'string')
  return [
    ...(parts === 'all' ? replicaErrors(data, specReplicasPath) : []),
    ...replicaErrors(data, statusReplicasPath),
    ...(selector.error === undefined ? [] : [field.invalid(labelSelectorPath!, '', selector.error)]),
  ]
}
