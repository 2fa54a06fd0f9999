// Upstream: pkg/api/service/warnings.go before 1.33, with the texts of Go's net/netip
import { type FieldPath, goQuote } from '../../../apimachinery/field-error.ts'
import { ipToString, parseCIDRSloppy, parseIPSloppy } from '../../../apimachinery/validation/ip-address.ts'

/** What netip.ParseAddr says of a text that it refuses. */
function parseAddrError(text: string): string | undefined {
  const failed = (message: string, at = ''): string =>
    `ParseAddr(${goQuote(text)}): ${message}${at === '' ? '' : ` (at ${goQuote(at)})`}`
  const separator = /[.:%]/.exec(text)?.[0]
  if (separator === undefined) return failed('unable to parse IP')
  if (separator === '%') return failed('missing IPv6 address')
  if (separator === '.') return parseIPv4Error(text, failed)
  if (parseIPSloppy(text) === undefined) return failed('unable to parse IP')
  const long = text.split(':').find((group) => !group.includes('.') && group.length > 4)
  return long === undefined
    ? undefined
    : failed('each group must have 4 or less digits', text.slice(text.indexOf(long)))
}

function parseIPv4Error(text: string, failed: (message: string, at?: string) => string): string | undefined {
  let digits = 0
  let value = 0
  let fields = 0
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!
    if (char >= '0' && char <= '9') {
      if (digits === 1 && value === 0) return failed('IPv4 field has octet with leading zero')
      value = value * 10 + Number(char)
      digits++
      if (value > 255) return failed('IPv4 field has value >255')
    } else if (char === '.') {
      if (i === 0 || i === text.length - 1 || text[i - 1] === '.')
        return failed('IPv4 field must have at least one digit', text.slice(i))
      if (fields === 3) return failed('IPv4 address too long')
      fields++
      digits = 0
      value = 0
    } else return failed('unexpected character', text.slice(i))
  }
  return fields < 3 ? failed('IPv4 address too short') : undefined
}

/** The warnings about an address as releases before 1.33 phrase them. */
export function legacyIPWarnings(path: FieldPath, value: string): string[] {
  const error = parseAddrError(value)
  if (error !== undefined)
    return [`${path}: IP address was accepted, but will be invalid in a future Kubernetes release: ${error}`]
  const canonical = netipText(value)
  if (!value.includes(':') || canonical === value) return []
  return [
    `${path}: IPv6 address ${goQuote(value)} is not in RFC 5952 canonical format (${goQuote(canonical)}), which may cause controller apply-loops`,
  ]
}

/** netip.Addr.String, which keeps IPv4-mapped addresses as such. */
function netipText(value: string): string {
  const ip = parseIPSloppy(value)!
  return value.includes(':') && ip.family === 4 ? `::ffff:${ipToString(ip)}` : ipToString(ip)
}

function parsePrefixError(text: string): string | undefined {
  const slash = text.lastIndexOf('/')
  const failed = (message: string): string => `netip.ParsePrefix(${goQuote(text)}): ${message}`
  if (slash < 0) return failed("no '/'")
  const address = parseAddrError(text.slice(0, slash))
  if (address !== undefined) return failed(address)
  const bits = text.slice(slash + 1)
  if (!/^([1-9][0-9]*|0)$/.test(bits)) return failed(`bad bits after slash: ${goQuote(bits)}`)
  return undefined
}

/** The warnings about a CIDR as releases before 1.33 phrase them. */
export function legacyCIDRWarnings(path: FieldPath, value: string): string[] {
  const error = parsePrefixError(value)
  if (error !== undefined)
    return [`${path}: IP prefix was accepted, but will be invalid in a future Kubernetes release: ${error}`]
  const slash = value.indexOf('/')
  const canonical = `${netipText(value.slice(0, slash))}${value.slice(slash)}`
  if (!value.includes(':') || canonical === value || parseCIDRSloppy(value) === undefined) return []
  return [
    `${path}: IPv6 prefix ${goQuote(value)} is not in RFC 5952 canonical format (${goQuote(canonical)}), which may cause controller apply-loops`,
  ]
}
