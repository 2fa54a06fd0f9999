// Upstream: pkg/api/service/warnings.go before 1.33, with the texts of Go's net/netip
import { type FieldPath, goQuote } from '../../../apimachinery/field-error.ts'
import { netipText, parseCIDRSloppy } from '../../../apimachinery/validation/ip-address.ts'
import { parseAddrError } from '../../../component-base/go/netip.ts'

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

function parsePrefixError(text: string): string | undefined {
  const slash = text.lastIndexOf('/')
  const failed = (message: string): string => `netip.ParsePrefix(${goQuote(text)}): ${message}`
  if (slash < 0) return failed("no '/'")
  const address = parseAddrError(text.slice(0, slash))
  if (address !== undefined) return failed(address)
  if (text.includes('%')) return failed('IPv6 zones cannot be present in a prefix')
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
