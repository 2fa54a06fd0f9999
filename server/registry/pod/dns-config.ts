// Upstream: pkg/apis/core/validation/validation.go (validatePodDNSConfig, ValidateHostAliases)

import type { HostAlias, PodSpec } from '../../../api/core-v1.ts'
import { eachFinding, type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { validationDialect } from '../../../apimachinery/validation/dialect.ts'
import { isAnyIP, isValidIPForLegacyField } from '../../../apimachinery/validation/strict-ip.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { validateDns1123Subdomain, validateDns1123SubdomainWithUnderscore } from '../core/names.ts'
import type { PodValidationOptions } from './validation-options.ts'

/** The errors of a pod's dnsConfig, which the policy None requires. */
export function validateDnsConfig(
  spec: PodSpec,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const config = spec.dnsConfig
  if (spec.dnsPolicy === 'None') {
    if (config == null) return [field.required(path, 'must provide `dnsConfig` when `dnsPolicy` is None')]
    if (!config.nameservers?.length)
      return [
        field.required(
          path.child('nameservers'),
          'must provide at least one DNS nameserver when `dnsPolicy` is None',
        ),
      ]
  }
  if (config == null) return []
  const errors: FieldError[] = []
  const nameservers = config.nameservers ?? []
  const searches = config.searches ?? []
  const list = (values: string[]): unknown => badValue(values, '[]string', options.minor)
  if (nameservers.length > 3)
    errors.push(
      field.invalid(path.child('nameservers'), list(nameservers), 'must not have more than 3 nameservers'),
    )
  nameservers.forEach((ip, i) => {
    errors.push(...validateAddress(ip, path.child('nameservers').index(i), options))
  })
  const [most, longest] = gateEnabled(options.server.gates, 'ExpandedDNSConfig') ? [32, 2048] : [6, 256]
  if (searches.length > most)
    errors.push(
      field.invalid(path.child('searches'), list(searches), `must not have more than ${most} search paths`),
    )
  if (Buffer.byteLength(searches.join(' ')) > longest) {
    errors.push(
      field.invalid(
        path.child('searches'),
        list(searches),
        `must not have more than ${longest} characters (including spaces) in the search list`,
      ),
    )
  }
  searches.forEach((search, i) => {
    errors.push(...validateSearch(search, path.child('searches').index(i), options))
  })
  config.options?.forEach((option, i) => {
    if (!option.name) errors.push(field.required(path.child('options').index(i), 'must not be empty'))
  })
  return errors
}

function validateSearch(search: string, path: FieldPath, options: PodValidationOptions): FieldError[] {
  if (options.allowRelaxedDNSSearchValidation && search === '.') return []
  const name = search.endsWith('.') ? search.slice(0, -1) : search
  return options.allowRelaxedDNSSearchValidation
    ? validateDns1123SubdomainWithUnderscore(name, path, options.minor)
    : validateDns1123Subdomain(name, path)
}

const validateAddress = (
  ip: string,
  path: FieldPath,
  { minor, strictIPs }: PodValidationOptions,
): FieldError[] =>
  validationDialect(minor).sharesIPChecks
    ? isValidIPForLegacyField(path, ip, strictIPs)
    : isAnyIP(path, ip, 'must be valid IP address')

/** The errors of a pod's entries for /etc/hosts. */
export function validateHostAliases(
  aliases: readonly HostAlias[],
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const { sharesIPChecks: indexed } = validationDialect(options.minor)
  return eachFinding(aliases, (alias, i) => {
    const at = indexed ? path.index(i) : path
    const hostnames = at.child('hostnames')
    return [
      ...validateAddress(alias.ip ?? '', at.child('ip'), options),
      ...eachFinding(alias.hostnames ?? [], (name, j) =>
        validateDns1123Subdomain(name, indexed ? hostnames.index(j) : hostnames),
      ),
    ]
  })
}
