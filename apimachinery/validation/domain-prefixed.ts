// Upstream: staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go (IsDomainPrefixedPath)
import { type FieldError, type FieldPath, field } from '../field-error.ts'
import { regexError } from './messages.ts'
import { isDNS1123Subdomain } from './names.ts'

const pathForm = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+"
const wholePath = new RegExp(`^${pathForm}$`)

/** The errors of a name that must have the form `acme.io/foo`. */
export function validateDomainPrefixedPath(value: string, path: FieldPath): FieldError[] {
  if (value === '') return [field.required(path, '')]
  const slash = value.indexOf('/')
  if (slash <= 0 || slash === value.length - 1)
    return [field.invalid(path, value, 'must be a domain-prefixed path (such as "acme.io/foo")')]
  const [host, rest] = [value.slice(0, slash), value.slice(slash + 1)]
  return [
    ...isDNS1123Subdomain(host).map((text) => field.invalid(path, host, text)),
    ...(wholePath.test(rest) ? [] : [field.invalid(path, rest, regexError('Invalid path', pathForm))]),
  ]
}
