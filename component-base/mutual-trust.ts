// What a TLS handshake would find, for two sides in one process: it takes longer than most requests that come after it.

import { createPrivateKey, type X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import type { PeerCertificate } from 'node:tls'
import { certificatesOf } from './go/x509.ts'
import { remembered } from './remembered.ts'

/** The certificates of a client (PEM), and the host that it means to reach. */
export interface ClientTls {
  readonly host: string
  /** The authorities (PEM) whose serving certificates the client trusts. */
  readonly ca?: string | undefined
  readonly cert?: string | undefined
  readonly key?: string | undefined
  /** The client trusts any serving certificate. */
  readonly insecure?: boolean | undefined
}

/** The certificate of a server, and whose client certificates it believes (PEM). */
export interface ServerTls {
  readonly cert: string
  readonly ca: string
}

/** The result of a handshake that both sides accept. */
export interface Trust {
  /** The client's certificate as a TLSSocket tells it; undefined: the client shows none. */
  readonly peer: PeerCertificate | undefined
  /** The client's certificate as node:crypto reads it. */
  readonly x509: X509Certificate | undefined
  /** Milliseconds since 1970 until which the certificates are valid. */
  readonly until: number
}

/** A server's certificate and its authorities are looked at for each of its clients. */
const certificatesIn = remembered(100, certificatesOf)

const serverAuth = '1.3.6.1.5.5.7.3.1'
const clientAuth = '1.3.6.1.5.5.7.3.2'

/**
 * The plain case of a handshake that succeeds: each side's certificate is issued by an authority that the other names. Undefined
 * for all others, which a handshake has to decide.
 */
export function mutualTrust(server: ServerTls, client: ClientTls, now: number): Trust | undefined {
  try {
    const believed = client.insecure === true ? Infinity : serverTrustedUntil(server, client, now)
    const { cert, key } = client
    if (cert === undefined && key === undefined)
      return valid({ peer: undefined, x509: undefined, until: believed }, now)
    const own = only(cert)
    if (own === undefined || key === undefined || !own.checkPrivateKey(createPrivateKey(key)))
      return undefined
    const until = Math.min(believed, trustedUntil(own, server.ca, clientAuth, now))
    return valid({ peer: own.toLegacyObject(), x509: own, until }, now)
  } catch {
    // Texts that hold no certificates or keys.
    return undefined
  }
}

const valid = (trust: Trust, now: number): Trust | undefined => (now < trust.until ? trust : undefined)

function serverTrustedUntil({ cert }: ServerTls, { ca, host }: ClientTls, now: number): number {
  const shown = only(cert)
  if (shown === undefined || ca === undefined) return 0
  const named = isIP(host) === 0 ? shown.checkHost(host, { subject: 'never' }) : shown.checkIP(host)
  return named === undefined ? 0 : trustedUntil(shown, ca, serverAuth, now)
}

/** The end of a certificate's time in milliseconds, or of its issuer's if that is sooner. 0 where none of the authorities has issued it. */
function trustedUntil(certificate: X509Certificate, authorities: string, usage: string, now: number): number {
  const usages = certificate.keyUsage as string[] | undefined
  if (usages !== undefined && !usages.includes(usage)) return 0
  const issuer = certificatesIn(authorities).find(
    (one) => one.ca && certificate.checkIssued(one) && certificate.verify(one.publicKey),
  )
  return issuer === undefined ? 0 : Math.min(endOf(certificate, now), endOf(issuer, now))
}

/** 0 for a certificate whose time has not come. */
const endOf = ({ validFrom, validTo }: X509Certificate, now: number): number =>
  Date.parse(validFrom) <= now ? Date.parse(validTo) : 0

/** The certificate of a text that has one; of chains a handshake makes more. */
function only(pem: string | undefined): X509Certificate | undefined {
  const [first, ...others] = certificatesIn(pem ?? '')
  return others.length === 0 ? first : undefined
}
