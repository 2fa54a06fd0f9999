// Upstream: staging/src/k8s.io/apimachinery/pkg/util/validation/ip.go

import { type FieldError, type FieldPath, field, goQuote } from '../field-error.ts'
import { validationDialect } from './dialect.ts'
import {
  cidrToString,
  type IPAddress,
  type IPNet,
  ipToString,
  parseCIDRSloppy,
  parseIPSloppy,
} from './ip-address.ts'

/** What net/netip refuses in an address that the sloppy parser took: leading zeros in octets, groups of more than four digits. */
function hasLeadingZeros(text: string): boolean {
  return text.split(/[.:]/).some((part, i, parts) => {
    const octet = text.includes('.') && i >= parts.length - 4
    return octet ? part.length > 1 && part.startsWith('0') : part.length > 4
  })
}

const isMappedText = (text: string, ip: IPAddress): boolean => ip.family === 4 && text.includes(':')

function parseIP(path: FieldPath, value: string, strict: boolean): { ip?: IPAddress; errors: FieldError[] } {
  const ip = parseIPSloppy(value)
  if (ip === undefined)
    return {
      errors: [field.invalid(path, value, 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)')],
    }
  if (!strict) return { ip, errors: [] }
  if (hasLeadingZeros(value)) return { ip, errors: [field.invalid(path, value, 'must not have leading 0s')] }
  if (isMappedText(value, ip))
    return { ip, errors: [field.invalid(path, value, 'must not be an IPv4-mapped IPv6 address')] }
  return { ip, errors: [] }
}

/** The errors of an address in a field of older APIs; a value that the stored object has (`validOld`) stays valid. */
export function isValidIPForLegacyField(
  path: FieldPath,
  value: string,
  strict: boolean,
  validOld: readonly string[] = [],
): FieldError[] {
  return validOld.includes(value) ? [] : parseIP(path, value, strict).errors
}

/** The errors of an address in a newer field, which must be in canonical form (before 1.33 any form that parses). */
export function isValidIP(path: FieldPath, value: string): FieldError[] {
  const { ip, errors } = parseIP(path, value, true)
  if (ip === undefined || errors.length > 0) return errors
  const canonical = ipToString(ip)
  return value === canonical
    ? []
    : [field.invalid(path, value, `must be in canonical form (${goQuote(canonical)})`)]
}

/** The errors of an interface's address with its prefix, which must be in canonical form. */
export function isValidInterfaceAddress(path: FieldPath, value: string): FieldError[] {
  const net = parseCIDRSloppy(value)
  const ip = parseIPSloppy(value.slice(0, value.indexOf('/')))
  if (net === undefined || ip === undefined)
    return [
      field.invalid(
        path,
        value,
        'must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)',
      ),
    ]
  const canonical = `${ipToString(ip)}/${net.prefixLength}`
  return value === canonical
    ? []
    : [field.invalid(path, value, `must be in canonical form (${goQuote(canonical)})`)]
}

/** The error of a field that had its own check of addresses before releases shared one. @param detail its words */
export const isAnyIP = (path: FieldPath, value: string, detail: string): FieldError[] =>
  parseIPSloppy(value) === undefined ? [field.invalid(path, value, detail)] : []

/** As {@link isAnyIP}, for a CIDR. @param shown the value in the message */
export const isAnyCIDR = (
  path: FieldPath,
  value: string,
  detail: string,
  shown: unknown = value,
): FieldError[] => (parseCIDRSloppy(value) === undefined ? [field.invalid(path, shown, detail)] : [])

const oddIPText = (kind: string, value: string, better: string, minor: number): string =>
  validationDialect(minor).callsOddIPsInvalid
    ? `non-standard ${kind} ${goQuote(value)} is invalid: use ${goQuote(better)}`
    : `non-standard ${kind} ${goQuote(value)} will be considered invalid in a future Kubernetes release: use ${goQuote(better)}`

/** The warnings about an address that a legacy field accepts though it is not in the standard form. */
export function getWarningsForIP(path: FieldPath, value: string, minor: number): string[] {
  const ip = parseIPSloppy(value)
  if (ip === undefined) return []
  const canonical = ipToString(ip)
  if (hasLeadingZeros(value) || isMappedText(value, ip))
    return [`${path}: ${oddIPText('IP address', value, canonical, minor)}`]
  if (ip.family === 6 && canonical !== value)
    return [
      `${path}: IPv6 address ${goQuote(value)} should be in RFC 5952 canonical format (${goQuote(canonical)})`,
    ]
  return []
}

const prefixHasLeadingZeros = (value: string): boolean =>
  hasLeadingZeros(value.slice(0, value.indexOf('/'))) || /\/0[0-9]/.test(value)

const isMappedCIDR = (net: IPNet): boolean => net.writtenBits === 128 && net.address.family === 4

function parseCIDR(path: FieldPath, value: string, strict: boolean): { net?: IPNet; errors: FieldError[] } {
  const net = parseCIDRSloppy(value)
  if (net === undefined)
    return {
      errors: [field.invalid(path, value, 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)')],
    }
  if (!strict) return { net, errors: [] }
  const wrong = (detail: string) => ({ net, errors: [field.invalid(path, value, detail)] })
  if (prefixHasLeadingZeros(value)) return wrong('must not have leading 0s in IP or prefix length')
  if (isMappedCIDR(net)) return wrong('must not have an IPv4-mapped IPv6 address')
  if (net.address.bits !== net.network.bits) return wrong('must not have bits set beyond the prefix length')
  return { net, errors: [] }
}

/** The errors of a CIDR in a field of older APIs; a value that the stored object has (`validOld`) stays valid. */
export function isValidCIDRForLegacyField(
  path: FieldPath,
  value: string,
  strict: boolean,
  validOld: readonly string[] = [],
): FieldError[] {
  return validOld.includes(value) ? [] : parseCIDR(path, value, strict).errors
}

/** The errors of a CIDR in a newer field, which must be in canonical form. */
export function isValidCIDR(path: FieldPath, value: string): FieldError[] {
  const { net, errors } = parseCIDR(path, value, true)
  if (net === undefined || errors.length > 0) return errors
  const canonical = cidrToString(net)
  return value === canonical
    ? []
    : [field.invalid(path, value, `must be in canonical form (${goQuote(canonical)})`)]
}

/** The warnings about a CIDR that is valid in a legacy field but ambiguous or not canonical; none for what is no CIDR. */
export function getWarningsForCIDR(path: FieldPath, value: string, minor: number): string[] {
  const net = parseCIDRSloppy(value)
  if (net === undefined) return []
  const warnings: string[] = []
  const canonical = cidrToString(net)
  if (net.address.bits !== net.network.bits) {
    const single = `${ipToString(net.address)}/${net.writtenBits}`
    warnings.push(
      `${path}: CIDR value ${goQuote(value)} is ambiguous in this context (should be ${goQuote(canonical)} or ${goQuote(single)}?)`,
    )
  }
  if (prefixHasLeadingZeros(value) || isMappedCIDR(net))
    warnings.push(`${path}: ${oddIPText('CIDR value', value, canonical, minor)}`)
  if (warnings.length === 0 && net.writtenBits === 128 && canonical !== value)
    warnings.push(
      `${path}: IPv6 CIDR value ${goQuote(value)} should be in RFC 5952 canonical format (${goQuote(canonical)})`,
    )
  return warnings
}
