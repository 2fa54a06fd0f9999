// Upstream: pkg/apis/resource/validation/validation.go (names, identifiers, label values, raw extensions)
import { type FieldError, type FieldPath, field, goQuote } from '../../../apimachinery/field-error.ts'
import { isValidLabelValue } from '../../../apimachinery/validation/label-names.ts'
import { byteLength, regexError, tooLong } from '../../../apimachinery/validation/messages.ts'
import { validateCsiDriverName } from '../core/csi-driver-name.ts'
import { validateDns1123Subdomain } from '../core/names.ts'
import { deviceDialect } from './dialect.ts'

const [mostPool, mostIdentifier] = [253, 32]
const identifier = '[A-Za-z_][A-Za-z0-9_]*'
const identifierPattern = new RegExp(`^${identifier}$`)
const identifierText =
  "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_'"

/** The errors of a pool's name: subdomains with slashes between them. */
export function validatePoolName(name: string, path: FieldPath, minor: number): FieldError[] {
  if (name === '') return [field.required(path, '')]
  return [
    ...(byteLength(name) > mostPool ? [tooLong(path, mostPool, minor)] : []),
    ...name.split('/').flatMap((part) => validateDns1123Subdomain(part, path)),
  ]
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const uuidText =
  'uid must be in RFC 4122 normalized form, `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` with lowercase hexadecimal characters'
/** What google/uuid reads: plain, as a URN, in braces, or bare digits. */
const uuidLengths: Readonly<Record<number, (text: string) => string | undefined>> = {
  36: (text) => text,
  45: (text) => (text.slice(0, 9).toLowerCase() === 'urn:uuid:' ? text.slice(9) : undefined),
  38: (text) => (text.startsWith('{') && text.endsWith('}') ? text.slice(1, -1) : undefined),
}

function uuidError(text: string): string | undefined {
  const length = byteLength(text)
  if (length === 32) return /^[0-9a-f]{32}$/i.test(text) ? undefined : 'invalid UUID format'
  const plain = uuidLengths[length]
  if (plain === undefined) return `invalid UUID length: ${length}`
  const own = plain(text)
  if (own === undefined)
    return length === 45
      ? `invalid urn prefix: ${goQuote(text.slice(0, 9))}`
      : 'invalid bracketed UUID format'
  return uuid.test(own.toLowerCase()) ? undefined : 'invalid UUID format'
}

/** The errors of the ID of a share of a device. */
export function validateUid(uid: string, path: FieldPath): FieldError[] {
  const wrong = uuidError(uid)
  if (wrong !== undefined) return [field.invalid(path, uid, `error validating uid: ${wrong}`)]
  return uuid.test(uid) ? [] : [field.invalid(path, uid, uuidText)]
}

function validateIdentifier(id: string, path: FieldPath, minor: number): FieldError[] {
  return [
    ...(byteLength(id) > mostIdentifier ? [tooLong(path, mostIdentifier, minor)] : []),
    ...(identifierPattern.test(id)
      ? []
      : [field.invalid(path, id, regexError(identifierText, identifier, 'my_name', 'MY_NAME', 'MyName'))]),
  ]
}

const missing = (path: FieldPath, text: string, minor: number): FieldError =>
  deviceDialect(minor).requiresPartsOfNames ? field.required(path, text) : field.invalid(path, '', text)

/** The errors of the name of an attribute or a capacity: an identifier, with or without a domain. */
export function validateDeviceKey(name: string, path: FieldPath, minor: number): FieldError[] {
  if (name === '' && deviceDialect(minor).requiresPartsOfNames) return [field.required(path, 'name required')]
  const parts = name.split('/')
  if (parts.length === 1) return validateIdentifier(name, path, minor)
  if (parts.length > 2) return []
  const [domain, id] = parts as [string, string]
  return [
    ...(domain === ''
      ? [missing(path, 'the domain must not be empty', minor)]
      : validateCsiDriverName(domain, path, minor)),
    ...(id === ''
      ? [missing(path, 'the name must not be empty', minor)]
      : validateIdentifier(id, path, minor)),
  ]
}

/** The errors of the name of an attribute that must have its domain. */
export function validateFullDeviceKey(name: string, path: FieldPath, minor: number): FieldError[] {
  const { requiresPartsOfNames } = deviceDialect(minor)
  const errors = validateDeviceKey(name, path, minor)
  if (name.includes('/') || (requiresPartsOfNames && name === '')) return errors
  const text = requiresPartsOfNames
    ? 'must include a domain'
    : 'a fully qualified name must be a domain and a name separated by a slash'
  return [...errors, field.invalid(path, name, text)]
}

/** The errors of a label's value. */
export const validateLabelValue = (value: string, path: FieldPath, minor: number): FieldError[] =>
  isValidLabelValue(value, minor).map((text) => field.invalid(path, value, text))

/** The most bytes of what drivers get or tell as JSON. */
const mostParameters = 10 * 1024

/** The errors of JSON of a driver's own, which must be an object. */
export function validateRawObject(
  raw: unknown,
  path: FieldPath,
  stored: boolean,
  minor: number,
): FieldError[] {
  if (raw === undefined || raw === null) return [field.required(path, '')]
  if (!stored && byteLength(JSON.stringify(raw)) > mostParameters)
    return [tooLong(path, mostParameters, minor)]
  return typeof raw === 'object' && !Array.isArray(raw)
    ? []
    : [field.invalid(path, '<value omitted>', 'must be a valid JSON object')]
}
