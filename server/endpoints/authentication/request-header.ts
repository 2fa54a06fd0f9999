// Upstream: staging/src/k8s.io/apiserver/pkg/authentication/request/{headerrequest/requestheader.go,x509/x509.go}

import type { X509Certificate } from 'node:crypto'
import { certificatesOf } from '../../../component-base/go/x509.ts'
import type { UserInfo } from './user-info.ts'

/** The values of the --requestheader-* flags. */
export interface RequestHeaderOptions {
  /** The certificates (PEM) of the authority that signs front proxies' certificates. */
  readonly ca: string
  /** Common names of the proxies that are trusted; empty: any. */
  readonly allowedNames: readonly string[]
  readonly usernameHeaders: readonly string[]
  readonly uidHeaders: readonly string[]
  readonly groupHeaders: readonly string[]
  readonly extraPrefixes: readonly string[]
}

/** Header names in lower case, with all values of each. */
export type DistinctHeaders = Readonly<Record<string, readonly string[] | undefined>>

/** Certificates stay with their connection, which carries many requests. */
const issued = new WeakMap<X509Certificate, Map<string, boolean>>()

/** Whether one of the authorities in a PEM text has issued the certificate itself. */
export function isIssuedBy(certificate: X509Certificate, pem: string): boolean {
  let known = issued.get(certificate)
  if (known === undefined) {
    known = new Map()
    issued.set(certificate, known)
  }
  let answer = known.get(pem)
  if (answer === undefined) {
    answer = certificatesOf(pem).some((ca) => certificate.checkIssued(ca) && certificate.verify(ca.publicKey))
    known.set(pem, answer)
  }
  return answer
}

/** Believes what a proxy says of its user: the proxy shows a certificate of its own authority. */
export class RequestHeaderAuthenticator {
  private readonly options: RequestHeaderOptions

  constructor(options: RequestHeaderOptions) {
    this.options = options
  }

  /** Whether the certificate is one of a proxy that may speak for others. */
  believes(certificate: X509Certificate): boolean {
    const { ca, allowedNames } = this.options
    if (!isIssuedBy(certificate, ca)) return false
    return allowedNames.length === 0 || allowedNames.includes(commonNameOf(certificate))
  }

  /** The user that the headers name; undefined: none. */
  userOf(headers: DistinctHeaders): UserInfo | undefined {
    const { usernameHeaders, uidHeaders, groupHeaders, extraPrefixes } = this.options
    const name = firstOf(headers, usernameHeaders)
    if (name === '') return undefined
    const uid = firstOf(headers, uidHeaders)
    const extra = extraOf(headers, extraPrefixes)
    return {
      name,
      groups: groupHeaders.flatMap((header) => valuesOf(headers, header)),
      ...(uid === '' ? {} : { uid }),
      ...(Object.keys(extra).length === 0 ? {} : { extra }),
    }
  }
}

const commonNameOf = ({ subject }: X509Certificate): string => /^CN=(.*)$/m.exec(subject)?.[1] ?? ''

const valuesOf = (headers: DistinctHeaders, name: string): string[] =>
  (headers[name.trim().toLowerCase()] ?? []).filter((value) => value !== '')

const firstOf = (headers: DistinctHeaders, names: readonly string[]): string =>
  names.map((name) => headers[name.trim().toLowerCase()]?.[0] ?? '').find((value) => value !== '') ?? ''

function extraOf(headers: DistinctHeaders, prefixes: readonly string[]): Record<string, string[]> {
  const extra = new Map<string, string[]>()
  for (const prefix of prefixes.map((one) => one.trim().toLowerCase()))
    for (const [name, values = []] of Object.entries(headers)) {
      if (!name.startsWith(prefix)) continue
      const key = unescaped(name.slice(prefix.length))
      extra.set(key, [...(extra.get(key) ?? []), ...values])
    }
  return Object.fromEntries(extra)
}

/** The unescaped key; a malformed key stays as it is. */
function unescaped(key: string): string {
  try {
    return decodeURIComponent(key)
  } catch {
    return key
  }
}
