// Upstream: Go's crypto/x509 verify.go (order and texts of the checks of a serving certificate)
import { isIP } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { goQuote } from '../../apimachinery/field-error.ts'

const prefix = 'tls: failed to verify certificate: x509: '

/**
 * What Go finds wrong with the certificate that a server has shown; undefined: nothing. Its time comes first, then its names, then
 * who signed it. @param name the host that is meant, or its address
 */
export function certificateError(socket: TLSSocket, name: string, now: number): string | undefined {
  const shown = socket.getPeerX509Certificate()
  if (shown === undefined) return `${prefix}certificate signed by unknown authority`
  const [from, to] = [Date.parse(shown.validFrom), Date.parse(shown.validTo)]
  const current = `certificate has expired or is not yet valid: current time ${rfc3339(now)}`
  if (now < from) return `${prefix}${current} is before ${rfc3339(from)}`
  if (now > to) return `${prefix}${current} is after ${rfc3339(to)}`
  const named = nameError(shown.subjectAltName ?? '', shown.subject, name)
  if (named !== undefined) return prefix + named
  const { authorizationError } = socket as { authorizationError?: Error | string | null }
  if (socket.authorized || authorizationError == null) return undefined
  return prefix + chainError(codeOf(authorizationError), issuerOf(shown.issuer))
}

const codeOf = (error: Error | string): string =>
  typeof error === 'string' ? error : ((error as NodeJS.ErrnoException).code ?? error.message)

const rfc3339 = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`

const issuerOf = (issuer: string): string => /^CN=(.*)$/m.exec(issuer)?.[1] ?? ''

function chainError(code: string, issuer: string): string {
  if (code === 'CERT_SIGNATURE_FAILURE')
    return `certificate signed by unknown authority (possibly because of "x509: ECDSA verification failure" while trying to verify candidate authority certificate ${goQuote(issuer)})`
  if (code === 'INVALID_PURPOSE') return 'certificate specifies an incompatible key usage'
  return 'certificate signed by unknown authority'
}

interface Names {
  readonly dns: readonly string[]
  readonly addresses: readonly string[]
}

function namesOf(altName: string): Names {
  const parts = altName === '' ? [] : altName.split(', ')
  const of = (kind: string): string[] =>
    parts.filter((part) => part.startsWith(kind)).map((part) => part.slice(kind.length))
  return { dns: of('DNS:'), addresses: of('IP Address:').map(plainAddress) }
}

/** The address as Go prints it: IPv6 in its short form. */
const plainAddress = (address: string): string =>
  isIP(address) === 6 ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address

/** Longer lists are counted in place of being told. */
const maxNames = 100

function nameError(altName: string, subject: string, wanted: string): string | undefined {
  const { dns, addresses } = namesOf(altName)
  const isAddress = isIP(wanted) !== 0
  const found = isAddress ? addresses.includes(plainAddress(wanted)) : dns.some((one) => matches(one, wanted))
  if (found) return undefined
  if (altName === '' && matches(issuerOf(subject), wanted))
    return 'certificate relies on legacy Common Name field, use SANs instead'
  if (isAddress && addresses.length === 0)
    return `cannot validate certificate for ${wanted} because it doesn't contain any IP SANs`
  const valid = isAddress ? addresses : dns
  if (valid.length >= maxNames)
    return `certificate is valid for ${valid.length} ${isAddress ? 'IP SANs' : 'names'}, but none matched ${wanted}`
  return valid.length === 0
    ? `certificate is not valid for any names, but wanted to match ${wanted}`
    : `certificate is valid for ${valid.join(', ')}, not ${wanted}`
}

/** A `*` stands for the whole first label. */
function matches(pattern: string, host: string): boolean {
  const [want, have] = [pattern, host].map((name) => name.toLowerCase().replace(/\.$/, '').split('.'))
  if (want!.length !== have!.length) return false
  return want!.every((label, i) => (i === 0 && label === '*') || label === have![i])
}
