// Upstream: pkg/apis/certificates/validation/validation.go (ValidatePodCertificateRequestStatusUpdate, where a certificate is issued)
import { type KeyObject, X509Certificate } from 'node:crypto'
import type { PodCertificateRequest } from '../../../api/certificates-v1beta1.ts'
import {
  type FieldError,
  FieldPath,
  field,
  Literal,
  omittedValue,
} from '../../../apimachinery/field-error.ts'
import { tooLong } from '../../../apimachinery/validation/messages.ts'
import { pemBlocks } from '../../../component-base/go/pem.ts'
import { registryDialect } from '../dialect.ts'
import { parsePublicKey, parseSignedRequest } from './requested-key.ts'

const mostBytes = 100 * 1024
const [minute, hour] = [60_000, 3_600_000]
const [spec, status] = [FieldPath.of('spec'), FieldPath.of('status')]
const chainPath = status.child('certificateChain')

function parsed(bytes: Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(bytes)
  } catch {
    return undefined
  }
}

/** `DNS:a, email:b` of a certificate, by kind. Deviates: names that OpenSSL quotes are taken with their quotes. */
const namesOf = (certificate: X509Certificate, kind: 'DNS' | 'email'): string[] =>
  (certificate.subjectAltName ?? '')
    .split(', ')
    .flatMap((name) => (name.startsWith(`${kind}:`) ? [name.slice(kind.length + 1)] : []))

const address = /^[^\s@<>(),:;\\"[\]]+@[^\s@<>(),:;\\"]+$/

/** What is wrong with a name of a certificate that it is for. */
function* dnsNameErrors(name: string): Generator<string> {
  if (name === '') yield 'leaf certificate should not contain empty DNSName'
  if (name.includes('..')) yield "leaf certificate's DNSName should not contain '..'"
  if (name.startsWith('.') || name.endsWith('.'))
    yield "leaf certificate's DNSName should not start or end with '.'"
}

const nameErrors = (leaf: X509Certificate): FieldError[] => [
  ...namesOf(leaf, 'DNS').flatMap((name) =>
    [...dnsNameErrors(name)].map((text) => field.invalid(chainPath, name, text)),
  ),
  ...namesOf(leaf, 'email').flatMap((name) =>
    address.test(name)
      ? []
      : [field.invalid(chainPath, name, 'leaf certificate should not contain invalid EmailAddress')],
  ),
]

const bytesOf = (base64: string | undefined): Buffer => Buffer.from(base64 ?? '', 'base64')

/** The key that the request asks a certificate for. */
function requestedKey({ spec: wanted = {} }: PodCertificateRequest): KeyObject | undefined {
  const stub = wanted.stubPKCS10Request ?? ''
  return stub === '' ? parsePublicKey(bytesOf(wanted.pkixPublicKey)) : parseSignedRequest(bytesOf(stub))?.key
}

/**
 * By what they are written as: KeyObject.equals leaves an error of OpenSSL behind where the types differ, and the connection that is
 * read next takes that for its own.
 */
const isSameKey = (one: KeyObject, other: KeyObject): boolean =>
  one.export({ type: 'spki', format: 'der' }).equals(other.export({ type: 'spki', format: 'der' }))

/** A time as Go's encoding/json prints it. */
const shownTime = (time: string): string => new Date(time).toISOString().replace('.000Z', 'Z')
/** A time.Duration as Go's encoding/json prints it: in nanoseconds. */
const shownDuration = (ms: number): Literal => new Literal(`${BigInt(ms) * 1_000_000n}`)

/** The errors of times that are set, the first of each only. `now`: ms since 1970. */
function timeError(
  { spec: wanted = {}, status: told = {} }: PodCertificateRequest,
  leaf: X509Certificate,
  now: number,
): FieldError | undefined {
  const [from, to] = [Date.parse(leaf.validFrom), Date.parse(leaf.validTo)]
  const [notBefore, notAfter, refresh] = [told.notBefore!, told.notAfter!, told.beginRefreshAt!]
  const wrong = (name: string, time: string, text: string): FieldError =>
    field.invalid(status.child(name), shownTime(time), text)
  if (Date.parse(notBefore) !== from)
    return wrong('notBefore', notBefore, 'must be set to the NotBefore time encoded in the leaf certificate')
  if (Math.abs(Date.parse(notBefore) - now) >= 5 * minute)
    return wrong('notBefore', notBefore, "must be set to within 5 minutes of kube-apiserver's current time")
  if (Date.parse(notAfter) !== to)
    return wrong('notAfter', notAfter, 'must be set to the NotAfter time encoded in the leaf certificate')
  const [lifetime, most] = [to - from, wanted.maxExpirationSeconds ?? 0]
  if (lifetime < hour)
    return field.invalid(chainPath, shownDuration(lifetime), 'leaf certificate lifetime must be >= 1 hour')
  if (lifetime > most * 1000)
    return field.invalid(
      chainPath,
      shownDuration(lifetime),
      `leaf certificate lifetime must be <= spec.maxExpirationSeconds (${most})`,
    )
  if (Date.parse(refresh) < from + 10 * minute)
    return wrong('beginRefreshAt', refresh, 'must be at least 10 minutes after status.notBefore')
  if (Date.parse(refresh) > to - 10 * minute)
    return wrong('beginRefreshAt', refresh, 'must be at least 10 minutes before status.notAfter')
  return undefined
}

const neededTimes = [
  ['notBefore', 'must be present and consistent with the issued certificate'],
  ['notAfter', 'must be present and consistent with the issued certificate'],
  ['beginRefreshAt', 'must be present and in the range [notbefore+10min, notafter-10min]'],
] as const

/** The errors of a status that gives a certificate. @param old as it is stored @param now ms since 1970 */
export function validateIssued(
  request: PodCertificateRequest,
  old: PodCertificateRequest,
  now: number,
  minor: number,
): FieldError[] {
  const chain = request.status?.certificateChain ?? ''
  const wrong = (text: string): FieldError[] => [field.invalid(chainPath, chain, text)]
  if (Buffer.byteLength(chain) > mostBytes) return [tooLong(chainPath, mostBytes, minor)]
  const [first, ...others] = pemBlocks(chain)
  if (first === undefined) return wrong('issued certificate chain must contain at least one certificate')
  if (first.label !== 'CERTIFICATE')
    return wrong('issued certificate chain must consist entirely of CERTIFICATE PEM blocks')
  const leaf = parsed(first.bytes)
  if (leaf === undefined) return wrong('leaf certificate does not parse as valid X.509')
  const names = registryDialect(minor).checksIssuedNames ? nameErrors(leaf) : []
  const key = requestedKey(old)
  if (key === undefined) return [...names, unreadableKey(old)]
  if (!isSameKey(key, leaf.publicKey))
    return [...names, ...wrong('leaf certificate was not issued to the requested public key')]
  const missing = neededTimes.flatMap(([name, text]) =>
    request.status?.[name] == null ? [field.required(status.child(name), text)] : [],
  )
  if (names.length + missing.length > 0) return [...names, ...missing]
  const ofTimes = timeError(request, leaf, now)
  if (ofTimes !== undefined) return [ofTimes]
  for (const { label, bytes } of others) {
    // Upstream spells it so.
    if (label !== 'CERTIFICATE')
      return wrong('issued certificate chain must consist entirely of CERTFICATE PEM blocks')
    if (parsed(bytes) === undefined) return wrong('intermediate certificate does not parse as valid X.509')
  }
  return []
}

const unreadableKey = ({ spec: wanted }: PodCertificateRequest): FieldError =>
  wanted?.stubPKCS10Request
    ? field.invalid(spec.child('stubPKCS10Request'), omittedValue, 'must be a valid PKCS#10 CSR')
    : field.invalid(spec.child('pkixPublicKey'), omittedValue, 'must be a valid PKIX-serialized public key')
