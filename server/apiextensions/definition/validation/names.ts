// Upstream: staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go
// (ValidateCustomResourceDefinitionNames, validateEnumStrings)
import type { CustomResourceDefinitionNames } from '../../../../api/apiextensions-v1.ts'
import { eachFinding, type FieldError, type FieldPath, field } from '../../../../apimachinery/field-error.ts'
import { isDNS1035Label } from '../../../../apimachinery/validation/names.ts'

/** The error of a text that is no DNS-1035 label. */
export function labelErrors(value: string, path: FieldPath): FieldError[] {
  const errors = isDNS1035Label(value)
  return errors.length > 0 ? [field.invalid(path, value, errors.join(','))] : []
}

function kindErrors(value: string, path: FieldPath): FieldError[] {
  const errors = isDNS1035Label(value.toLowerCase())
  const text = `may have mixed case, but should otherwise match: ${errors.join(',')}`
  return errors.length > 0 ? [field.invalid(path, value, text)] : []
}

/** The errors of the names of a spec or status; which of them must be there is not asked. */
export function namesErrors(names: CustomResourceDefinitionNames, path: FieldPath): FieldError[] {
  const { plural, singular, kind, listKind, shortNames, categories } = names
  return [
    ...(plural ? labelErrors(plural, path.child('plural')) : []),
    ...(singular ? labelErrors(singular, path.child('singular')) : []),
    ...(kind ? kindErrors(kind, path.child('kind')) : []),
    ...(listKind ? kindErrors(listKind, path.child('listKind')) : []),
    ...eachFinding(shortNames ?? [], (name, i) => labelErrors(name, path.child('shortNames').index(i))),
    ...(kind && kind === listKind
      ? [field.invalid(path.child('listKind'), listKind, 'kind and listKind may not be the same')]
      : []),
    ...eachFinding(categories ?? [], (name, i) => labelErrors(name, path.child('categories').index(i))),
  ]
}

/** The names that a spec must have. */
export function missingNames(names: CustomResourceDefinitionNames, path: FieldPath): FieldError[] {
  const needed = ['plural', 'singular', 'kind', 'listKind'] as const
  return needed.filter((name) => !names[name]).map((name) => field.required(path.child(name), ''))
}

/** The errors of a text that must be in a list: `required` where it is empty, `not supported` elsewhere. */
export function enumErrors(path: FieldPath, value: string, accepted: readonly string[]): FieldError[] {
  if (value === '') return [field.required(path, '')]
  return accepted.includes(value) ? [] : [field.notSupported(path, value, accepted)]
}
