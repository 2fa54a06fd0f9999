// PEM files as Go and client-go judge them.
// Upstream: crypto/tls X509KeyPair, encoding/pem Decode, client-go/util/cert ParseCertsPEM, client-go/util/keyutil
import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'

interface Block {
  type: string
  pem: string
  hasHeaders: boolean
}

const armor = /-----BEGIN ([^\n-]*)-----\s*\n([\s\S]*?)\n?-----END \1-----/g
const isBase64 = /^[A-Za-z0-9+/\s]*=*\s*$/

/** The blocks of a text, in order; what stands between them counts for nothing. */
function blocksOf(text: string): Block[] {
  return [...text.matchAll(armor)].flatMap(([pem, type = '', body = '']) => {
    const headers = /^(?:[^\n:]+:[^\n]*\n)+\n?/.exec(body)?.[0] ?? ''
    return isBase64.test(body.slice(headers.length)) ? [{ type, pem, hasHeaders: headers !== '' }] : []
  })
}

function attempt<T>(make: () => T): T | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}

const isPrivateKey = ({ type }: Block): boolean => type === 'PRIVATE KEY' || type.endsWith(' PRIVATE KEY')
const malformed = 'x509: malformed certificate'

/** The error of Go's tls.X509KeyPair for a certificate and its key; undefined where they belong together. */
export function keyPairError(certificate: string, key: string): string | undefined {
  const blocks = blocksOf(certificate)
  const leaf = blocks.find(({ type }) => type === 'CERTIFICATE')
  if (leaf === undefined) return missingCertificate(blocks)
  const keys = blocksOf(key)
  const found = keys.find(isPrivateKey)
  if (found === undefined) return missingKey(keys)
  const x509 = attempt(() => new X509Certificate(leaf.pem))
  if (x509 === undefined) return malformed
  const own = attempt(() => createPrivateKey(found.pem))
  if (own === undefined) return 'tls: failed to parse private key'
  if (own.asymmetricKeyType !== x509.publicKey.asymmetricKeyType)
    return 'tls: private key type does not match public key type'
  return x509.checkPrivateKey(own) ? undefined : 'tls: private key does not match public key'
}

const skipped = (blocks: readonly Block[]): string =>
  `after skipping PEM blocks of the following types: [${blocks.map(({ type }) => type).join(' ')}]`

function missingCertificate(blocks: readonly Block[]): string {
  const failed = 'tls: failed to find'
  if (blocks.length === 0) return `${failed} any PEM data in certificate input`
  if (blocks.length === 1 && blocks[0]!.type.endsWith('PRIVATE KEY'))
    return `${failed} certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched`
  return `${failed} "CERTIFICATE" PEM block in certificate input ${skipped(blocks)}`
}

function missingKey(blocks: readonly Block[]): string {
  if (blocks.length === 0) return 'tls: failed to find any PEM data in key input'
  if (blocks.length === 1 && blocks[0]!.type === 'CERTIFICATE')
    return 'tls: found a certificate rather than a key in the PEM for the private key'
  return `tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input ${skipped(blocks)}`
}

/** client-go's error for a bundle of certificates; undefined where it holds one at least, and all can be read. */
export function certificatesError(bundle: string): string | undefined {
  const own = blocksOf(bundle).filter(({ type, hasHeaders }) => type === 'CERTIFICATE' && !hasHeaders)
  if (own.length === 0) return 'data does not contain any valid RSA or ECDSA certificates'
  return own.every(({ pem }) => attempt(() => new X509Certificate(pem)) !== undefined) ? undefined : malformed
}

/** client-go's error for the authorities of a server that it speaks to; undefined where it finds one, or the text is empty. */
export function rootsError(bundle: string): string | undefined {
  const own = blocksOf(bundle).filter(({ type, hasHeaders }) => type === 'CERTIFICATE' && !hasHeaders)
  const isGood = own.map(({ pem }) => attempt(() => new X509Certificate(pem)) !== undefined)
  if (bundle === '' || isGood.includes(true)) return undefined
  return own.length > 0 ? `failed to parse certificate: ${malformed}` : 'unable to parse bytes as PEM block'
}

/** The certificates of a bundle as one text each, for finding the same in another; those that cannot be read are left out. */
export const fingerprints = (bundle: string): string[] =>
  blocksOf(bundle)
    .filter(({ type }) => type === 'CERTIFICATE')
    .flatMap(({ pem }) => attempt(() => new X509Certificate(pem).fingerprint256) ?? [])

const isRSAOrEC = (key: KeyObject | undefined): boolean =>
  key?.asymmetricKeyType === 'rsa' || key?.asymmetricKeyType === 'ec'

/** Whether a text holds a key of RSA or ECDSA that others can be verified by: a public or private one, or a certificate. */
export const holdsPublicKey = (text: string): boolean =>
  blocksOf(text).some(({ pem }) => isRSAOrEC(attempt(() => createPublicKey(pem))))

/** Whether a text holds a private key that tokens can be signed with. */
export const holdsPrivateKey = (text: string): boolean =>
  blocksOf(text)
    .filter(isPrivateKey)
    .some(({ pem }) => attempt(() => createPrivateKey(pem)) !== undefined)
