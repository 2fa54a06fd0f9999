// Upstream: crypto/tls (X509KeyPair), as far as its errors become warnings
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'

const block = /-----BEGIN ([^-]+)-----[\s\S]*?-----END \1-----/g

/** The warning about a certificate and key (base64) that do not fit together or cannot be read; undefined without one. */
export function keyPairWarning(certificate: string, key: string): string | undefined {
  const certText = Buffer.from(certificate, 'base64').toString()
  const keyText = Buffer.from(key, 'base64').toString()
  const certs = [...certText.matchAll(block)]
  const cert = certs.find((m) => m[1] === 'CERTIFICATE')
  if (cert === undefined)
    return missing(
      'certificate',
      certs.map((m) => m[1]!),
      'certificate',
    )
  const keys = [...keyText.matchAll(block)]
  const own = keys.find((m) => m[1] === 'PRIVATE KEY' || m[1]!.endsWith(' PRIVATE KEY'))
  if (own === undefined)
    return missing(
      'key',
      keys.map((m) => m[1]!),
      'key',
    )
  return compare(cert[0], own[0])
}

function missing(what: string, found: readonly string[], input: string): string {
  if (found.length === 0) return `tls: failed to find any PEM data in ${input} input`
  if (what === 'certificate' && found.length === 1 && found[0]!.endsWith('PRIVATE KEY')) {
    return 'tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched'
  }
  if (what === 'key' && found.length === 1 && found[0] === 'CERTIFICATE') {
    return 'tls: found a certificate rather than a key in the PEM for the private key'
  }
  const skipped = `[${found.join(' ')}]`
  return what === 'key'
    ? `tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: ${skipped}`
    : `tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: ${skipped}`
}

function compare(certificate: string, key: string): string | undefined {
  let parsed: X509Certificate
  let own: KeyObject
  try {
    parsed = new X509Certificate(certificate)
  } catch {
    return 'x509: malformed certificate'
  }
  try {
    own = createPrivateKey(key)
  } catch {
    return 'tls: failed to parse private key'
  }
  if (parsed.checkPrivateKey(own)) return undefined
  return parsed.publicKey.asymmetricKeyType === own.asymmetricKeyType
    ? 'tls: private key does not match public key'
    : 'tls: private key type does not match public key type'
}
