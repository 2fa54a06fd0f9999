// Addresses as Kubernetes' components read them on the command line.
// Upstream: k8s.io/utils/net ParseIPSloppy, ParseCIDRSloppy; net.ParseIP; net.SplitHostPort
import { isIPv6 } from 'node:net'
import { atoi } from './numbers.ts'
import { goQuote } from './quote.ts'

/** Four numbers of up to three digits, leading zeros allowed (sloppy) or not. */
function parseIPv4(text: string, sloppy: boolean): string | undefined {
  const parts = text.split('.')
  if (parts.length !== 4) return undefined
  if (
    !parts.every((p) => /^[0-9]+$/.test(p) && Number(p) <= 255 && (sloppy || p === '0' || !p.startsWith('0')))
  )
    return undefined
  return parts.map(Number).join('.')
}

/**
 * The address in canonical form (IPv6 compressed), or undefined for what is none. `sloppy`: leading zeros are allowed in
 * IPv4.
 */
export function parseIP(text: string, options: { sloppy?: boolean } = {}): string | undefined {
  if (!text.includes(':')) return parseIPv4(text, options.sloppy ?? false)
  if (text.includes('%') || !isIPv6(text)) return undefined
  return new URL(`http://[${text}]/`).hostname.slice(1, -1)
}

/** The address and prefix length of `address/bits`. Throws `invalid CIDR address: x`. */
export function parseCIDR(text: string, options: { sloppy?: boolean } = {}): { ip: string; bits: number } {
  const slash = text.indexOf('/')
  const ip = slash < 0 ? undefined : parseIP(text.slice(0, slash), options)
  const mask = text.slice(slash + 1)
  const most = text.includes(':') ? 128 : 32
  if (ip === undefined || !/^[0-9]+$/.test(mask) || Number(mask) > most)
    throw new Error(`invalid CIDR address: ${text}`)
  return { ip, bits: Number(mask) }
}

/** `192.0.2.2:6443`, `[2001:db8::2]:6443`, `localhost:80`. Upstream: net.JoinHostPort */
export const joinHostPort = (host: string, port: number | string): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`

/** The parts of `host:port` or `[host]:port`. Throws Go's `address x: missing port in address` and the like. */
export function splitHostPort(text: string): { host: string; port: string } {
  const fail = (why: string): Error => new Error(`address ${text}: ${why}`)
  const colon = text.lastIndexOf(':')
  if (colon < 0) throw fail('missing port in address')
  if (!text.startsWith('[')) {
    const host = text.slice(0, colon)
    if (host.includes(':')) throw fail('too many colons in address')
    if (host.includes('[')) throw fail("unexpected '[' in address")
    if (text.includes(']')) throw fail("unexpected ']' in address")
    return { host, port: text.slice(colon + 1) }
  }
  const end = text.indexOf(']')
  if (end < 0) throw fail("missing ']' in address")
  if (end + 1 === text.length) throw fail('missing port in address')
  if (end + 1 !== colon)
    throw fail(text[end + 1] === ':' ? 'too many colons in address' : 'missing port in address')
  if (text.indexOf('[', 1) >= 0) throw fail("unexpected '[' in address")
  if (text.indexOf(']', end + 1) >= 0) throw fail("unexpected ']' in address")
  return { host: text.slice(1, end), port: text.slice(colon + 1) }
}

/** A port range flag: `30000-32767`, `30000+10`, `30000` or nothing. Upstream: apimachinery/pkg/util/net PortRange.Set */
export function parsePortRange(text: string): { base: number; size: number } {
  const value = text.trim()
  if (value === '') return { base: 0, size: 0 }
  const hyphen = value.indexOf('-')
  const plus = value.indexOf('+')
  if (hyphen >= 0 && plus >= 0) throw new Error(`unable to parse port range: ${value}`)
  const cut = Math.max(hyphen, plus)
  const low = atoi(cut < 0 ? value : value.slice(0, cut))
  const second = cut < 0 ? low : atoi(value.slice(cut + 1))
  const high = plus >= 0 ? low + second : second
  if (low > 65535 || high > 65535) throw new Error(`the port range cannot be greater than 65535: ${value}`)
  if (high < low) throw new Error(`end port cannot be less than start port: ${value}`)
  return { base: low, size: 1 + high - low }
}

/**
 * The text of a flag that holds an address, or an address and a port; throws for any other. Upstream: pkg/util/flag
 * IPPortVar
 */
export function checkIPPort(text: string): string {
  if (text === '' || parseIP(text, { sloppy: true }) !== undefined) return text
  let parts: { host: string; port: string }
  try {
    parts = splitHostPort(text)
  } catch (error) {
    throw new Error(`${goQuote(text)} is not in a valid format (ip or ip:port): ${(error as Error).message}`)
  }
  if (parseIP(parts.host, { sloppy: true }) === undefined)
    throw new Error(`${goQuote(parts.host)} is not a valid IP address`)
  if (!/^[0-9]+$/.test(parts.port) || Number(parts.port) > 65535)
    throw new Error(`${goQuote(parts.port)} is not a valid number`)
  return text
}

/** The text of a flag that holds a port range; throws for any other text. Upstream: pkg/util/flag PortRangeVar */
export function checkPortRange(text: string): string {
  try {
    parsePortRange(text)
  } catch (error) {
    throw new Error(`${goQuote(text)} is not a valid port range: ${(error as Error).message}`)
  }
  return text
}
