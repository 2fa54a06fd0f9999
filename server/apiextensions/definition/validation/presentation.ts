// Upstream: staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go
// (ValidateCustomResourceColumnDefinition, ValidateCustomResourceDefinitionSubresources, validateDeprecationWarning)
import type {
  CustomResourceColumnDefinition,
  CustomResourceDefinitionVersion,
  CustomResourceSubresources,
} from '../../../../api/apiextensions-v1.ts'
import { type FieldError, type FieldPath, field } from '../../../../apimachinery/field-error.ts'
import { byteLength } from '../../../../apimachinery/validation/messages.ts'
import { shownPointer } from './shown-value.ts'

const types = ['boolean', 'date', 'integer', 'number', 'string']
const formats = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password']
const oneOf = (texts: readonly string[]): string => `must be one of ${texts.join(',')}`

function pathErrors(text: string, path: FieldPath): FieldError[] {
  return text.startsWith('.') ? [] : [field.invalid(path, text, 'must be a simple json path starting with .')]
}

/** The errors of a printer column. */
export function columnErrors(column: CustomResourceColumnDefinition, path: FieldPath): FieldError[] {
  const { name = '', type = '', format = '', jsonPath = '' } = column
  const at = path.child('JSONPath')
  return [
    ...(name === '' ? [field.required(path.child('name'), '')] : []),
    ...(type === ''
      ? [field.required(path.child('type'), oneOf(types))]
      : types.includes(type)
        ? []
        : [field.invalid(path.child('type'), type, oneOf(types))]),
    ...(format === '' || formats.includes(format)
      ? []
      : [field.invalid(path.child('format'), format, oneOf(formats))]),
    ...(jsonPath === '' ? [field.required(at, '')] : pathErrors(jsonPath, at)),
  ]
}

function placeErrors(
  text: string,
  path: FieldPath,
  under: readonly string[],
  wrong: FieldError,
): FieldError[] {
  const odd = pathErrors(text, path)
  if (odd.length > 0) return odd
  return under.some((one) => text.startsWith(one)) ? [] : [wrong]
}

/** The errors of subresources. */
export function subresourceErrors(
  subresources: CustomResourceSubresources | undefined,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const scale = subresources?.scale
  if (scale == null) return []
  const needed = (name: 'specReplicasPath' | 'statusReplicasPath', under: string): FieldError[] => {
    const at = path.child('scale', name)
    const text = scale[name] ?? ''
    if (text === '') return [field.required(at, '')]
    return placeErrors(
      text,
      at,
      [`${under}.`],
      field.invalid(at, text, `should be a json path under ${under}`),
    )
  }
  const selector = scale.labelSelectorPath ?? ''
  const selectorPath = path.child('scale', 'labelSelectorPath')
  return [
    ...needed('specReplicasPath', '.spec'),
    ...needed('statusReplicasPath', '.status'),
    ...(selector === ''
      ? []
      : placeErrors(
          selector,
          selectorPath,
          ['.spec.', '.status.'],
          field.invalid(
            selectorPath,
            shownPointer(selector, minor),
            'should be a json path under either .spec or .status',
          ),
        )),
  ]
}

/** What Go's unicode.IsPrint says: letters, marks, numbers, punctuation, symbols, and the ASCII space. */
const isPrintable = (char: string): boolean => /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(char)

function unprintable(text: string): string | undefined {
  let at = 0
  for (const char of text) {
    if (!isPrintable(char))
      return `must only contain printable UTF-8 characters; non-printable character found at index ${at}`
    at += byteLength(char)
  }
  return undefined
}

/** The errors of a version's deprecationWarning. */
export function deprecationErrors(
  version: CustomResourceDefinitionVersion,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const { deprecated, deprecationWarning: text } = version
  if (text == null) return []
  const at = path.child('deprecationWarning')
  const shown = shownPointer(text, minor)
  if (deprecated !== true) return [field.invalid(at, shown, 'can only be set for deprecated versions')]
  const texts = [
    byteLength(text) > 256 ? 'must be <= 256 characters long' : undefined,
    text === '' ? 'must not be an empty string' : undefined,
    unprintable(text),
  ]
  return texts.filter((one) => one !== undefined).map((one) => field.invalid(at, shown, one))
}
