// Upstream: staging/src/k8s.io/apimachinery/pkg/api/validate/content/kube.go (before 1.35: pkg/util/validation/validation.go)
import { validationDialect } from './dialect.ts'
import { byteLength, emptyError, maxBytesError, maxLenError, regexError } from './messages.ts'
import { isDNS1123Subdomain } from './names.ts'

const qualifiedName = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'
const qualifiedNamePattern = new RegExp(`^${qualifiedName}$`)
const qualifiedNameText =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character"
const labelValue = `(${qualifiedName})?`
const labelValuePattern = new RegExp(`^${labelValue}$`)
const labelValueText =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character"

const lengthText = (max: number, minor: number): string =>
  validationDialect(minor).countsLabelsInBytes ? maxBytesError(max) : maxLenError(max)

const nameFormatError = regexError(qualifiedNameText, qualifiedName, 'MyName', 'my.name', '123-abc')
const valueFormatError = regexError(labelValueText, labelValue, 'MyValue', 'my_value', '12345')
/** Nearly all keys: with a simple prefix or none, and not long in bytes either. */
const plainKey = /^(?:[a-z0-9]+(?:[-.][a-z0-9]+)*\/)?[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/
const longestPrefix = 253

function prefixErrors(prefix: string, minor: number): string[] {
  if (prefix === '') return [emptyError]
  const found = isDNS1123Subdomain(prefix)
  return found.map((text) => (text === maxLenError(253) ? lengthText(253, minor) : text))
}

/**
 * The errors of a key of labels, annotations and selectors, or of a finalizer: `name` or `prefix/name`; none for a valid
 * one.
 */
export function isQualifiedName(value: string, minor: number): string[] {
  if (value.length <= longestPrefix && plainKey.test(value)) return []
  const parts = value.split('/')
  if (parts.length > 2) {
    return [
      `${validationDialect(minor).qualifiedName} ${nameFormatError} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ]
  }
  const name = parts.at(-1)!
  const errors = parts.length === 2 ? prefixErrors(parts[0]!, minor).map((text) => `prefix part ${text}`) : []
  if (name === '') errors.push(`name part ${emptyError}`)
  else if (byteLength(name) > 63) errors.push(`name part ${lengthText(63, minor)}`)
  if (!qualifiedNamePattern.test(name)) errors.push(`name part ${nameFormatError}`)
  return errors
}

/** The errors of a label value, of up to 63 characters; none for a valid value. The empty value is valid. */
export function isValidLabelValue(value: string, minor: number): string[] {
  const errors = byteLength(value) > 63 ? [lengthText(63, minor)] : []
  if (!labelValuePattern.test(value)) errors.push(valueFormatError)
  return errors
}
