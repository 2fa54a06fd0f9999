// Upstream: pkg/apis/discovery/validation/validation.go, apimachinery/pkg/util/validation (IsFullyQualifiedDomainName)

import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { validationDialect } from '../../../apimachinery/validation/dialect.ts'
import { parseIPSloppy } from '../../../apimachinery/validation/ip-address.ts'
import { isDNS1123Label, isDNS1123Subdomain } from '../../../apimachinery/validation/names.ts'
import { isValidIP } from '../../../apimachinery/validation/strict-ip.ts'
import type { ServerContext } from '../generic/strategy.ts'
import { validateEndpointIP } from '../service/endpoint-ip.ts'
import { validIP } from '../service/validation-context.ts'

/** @note The one rule names the list in the message on a wrong family, not the address. An unknown type is not checked. */
export function validateAddress(
  value: string,
  type: string,
  list: FieldPath,
  i: number,
  server: ServerContext,
): FieldError[] {
  const path = list.index(i)
  if (type === 'FQDN') return validateFullyQualifiedDomainName(value, path, server.release.minor)
  if (type !== 'IPv4' && type !== 'IPv6') return []
  const wrongFamily = `IPv${parseIPSloppy(value)?.family}` !== type
  if (!validationDialect(server.release.minor).checksIPsByOneRule) {
    const errors = wrongFamily ? [field.invalid(path, value, `must be a valid ${type} address`)] : []
    return [...errors, ...validateEndpointIP(value, path)]
  }
  const errors = type === 'IPv4' ? validIP(server, path, value) : isValidIP(path, value)
  if (errors.length > 0) return errors
  if (wrongFamily) errors.push(field.invalid(list, value, `must be an ${type} address`))
  return [...errors, ...validateEndpointIP(value, path)]
}

/** At least two segments; a trailing dot is allowed. */
export function validateFullyQualifiedDomainName(
  value: string,
  path: FieldPath,
  minor: number,
): FieldError[] {
  if (value === '') return [field.required(path, '')]
  const name = value.endsWith('.') ? value.slice(0, -1) : value
  const wrong = isDNS1123Subdomain(name)
  if (wrong.length > 0) return [field.invalid(path, name, wrong.join(','))]
  const labels = name.split('.')
  if (labels.length < 2)
    return [field.invalid(path, name, 'should be a domain with at least two segments separated by dots')]
  for (const label of labels) {
    const errors = isDNS1123Label(label, minor)
    if (errors.length > 0) return [field.invalid(path, label, errors.join(','))]
  }
  return []
}
