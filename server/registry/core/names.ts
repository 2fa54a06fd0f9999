// Upstream: pkg/apis/core/validation/validation.go (ValidateDNS1123Label and the like)
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { isQualifiedName } from '../../../apimachinery/validation/label-names.ts'
import { regexError } from '../../../apimachinery/validation/messages.ts'
import {
  isDNS1123Label,
  isDNS1123Subdomain,
  isDNS1123SubdomainWithUnderscore,
} from '../../../apimachinery/validation/names.ts'

const invalid = (path: FieldPath, value: string, texts: readonly string[]): FieldError[] =>
  texts.map((text) => field.invalid(path, value, text))

/** The errors of a DNS-1123 label as field errors at `path`. */
export const validateDns1123Label = (value: string, path: FieldPath, minor: number): FieldError[] =>
  invalid(path, value, isDNS1123Label(value, minor))
/** The errors of a DNS-1123 subdomain as field errors at `path`. */
export const validateDns1123Subdomain = (value: string, path: FieldPath): FieldError[] =>
  invalid(path, value, isDNS1123Subdomain(value))
/** The errors of a DNS-1123 subdomain that may have underscores, as field errors at `path`. */
export const validateDns1123SubdomainWithUnderscore = (
  value: string,
  path: FieldPath,
  minor: number,
): FieldError[] => invalid(path, value, isDNS1123SubdomainWithUnderscore(value, minor))
/** The errors of a qualified name as field errors at `path`. */
export const validateQualifiedName = (value: string, path: FieldPath, minor: number): FieldError[] =>
  invalid(path, value, isQualifiedName(value, minor))

const httpPath = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+"
const httpPathPattern = new RegExp(`^${httpPath}$`)

/** The errors of a path with a domain before it, as `acme.io/foo`. */
export function validateDomainPrefixedPath(value: string, path: FieldPath): FieldError[] {
  if (value === '') return [field.required(path, '')]
  const at = value.indexOf('/')
  const [domain, rest] = [value.slice(0, Math.max(at, 0)), value.slice(at + 1)]
  if (domain === '' || rest === '')
    return [field.invalid(path, value, 'must be a domain-prefixed path (such as "acme.io/foo")')]
  return [
    ...validateDns1123Subdomain(domain, path),
    ...(httpPathPattern.test(rest) ? [] : [field.invalid(path, rest, regexError('Invalid path', httpPath))]),
  ]
}

/** Required for each of the fields that is empty. */
export function requireFields<T extends object>(
  object: T,
  path: FieldPath,
  ...names: (keyof T & string)[]
): FieldError[] {
  return names.filter((name) => isEmpty(object[name])).map((name) => field.required(path.child(name), ''))
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
