// Upstream: src/net/netip/netip.go (ParseAddr)
import { goQuote } from './quote.ts'

type Failure = (message: string, at?: string) => string

/** The error of netip.ParseAddr; undefined: the text is an IP address, perhaps with a zone. */
export function parseAddrError(text: string): string | undefined {
  const failed: Failure = (message, at = '') =>
    `ParseAddr(${goQuote(text)}): ${message}${at === '' ? '' : ` (at ${goQuote(at)})`}`
  switch (/[.:%]/.exec(text)?.[0]) {
    case '.':
      return ipv4Error(text, failed)
    case ':':
      return ipv6Error(text, failed)
    case '%':
      return failed('missing IPv6 address')
    default:
      return failed('unable to parse IP')
  }
}

function ipv4Error(text: string, failed: Failure): string | undefined {
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

function ipv6Error(text: string, failed: Failure): string | undefined {
  const percent = text.indexOf('%')
  if (percent === text.length - 1) return failed('zone must be a non-empty string')
  let rest = percent < 0 ? text : text.slice(0, percent)
  let bytes = 0
  // How many bytes stand before `::`.
  let gap: number | undefined
  if (rest.startsWith('::')) {
    gap = 0
    rest = rest.slice(2)
  }
  while (bytes < 16 && (rest !== '' || gap !== bytes)) {
    const digits = /^[0-9a-f]*/i.exec(rest)![0].length
    const after = rest.slice(digits)
    if (digits > 4) return failed('each group must have 4 or less digits', rest)
    if (digits === 0) return failed('each colon-separated field must have at least one digit', rest)
    if (after.startsWith('.')) {
      if (gap === undefined && bytes !== 12)
        return failed('embedded IPv4 address must replace the final 2 fields of the address', rest)
      if (bytes > 12)
        return failed('too many hex fields to fit an embedded IPv4 at the end of the address', rest)
      const wrong = ipv4Error(rest, failed)
      if (wrong !== undefined) return wrong
      bytes += 4
      rest = ''
      break
    }
    bytes += 2
    rest = after
    if (rest === '') break
    if (!rest.startsWith(':')) return failed('unexpected character, want colon', rest)
    if (rest === ':') return failed('colon must be followed by more characters', rest)
    rest = rest.slice(1)
    if (!rest.startsWith(':')) continue
    if (gap !== undefined) return failed('multiple :: in address', rest)
    gap = bytes
    rest = rest.slice(1)
  }
  if (rest !== '') return failed('trailing garbage after address', rest)
  if (bytes < 16) return gap === undefined ? failed('address string too short') : undefined
  return gap === undefined ? undefined : failed('the :: must expand to at least one field of zeros')
}
