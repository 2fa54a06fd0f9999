// PEM files as Go and client-go judge them.
// Upstream: crypto/tls X509KeyPair, encoding/pem Decode, client-go/util/cert ParseCertsPEM, client-go/util/keyutil
import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import { armored, type PemBlock, pemBlocks } from './pem.ts'

function attempt<T>(make: () => T): T | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}

const isPrivateKey = ({ label }: PemBlock): boolean =>
  label === 'PRIVATE KEY' || label.endsWith(' PRIVATE KEY')
const isCertificate = ({ label, hasHeaders }: PemBlock): boolean => label === 'CERTIFICATE' && !hasHeaders
const certificateOf = ({ bytes }: PemBlock): X509Certificate | undefined =>
  attempt(() => new X509Certificate(bytes))
const privateKeyOf = (block: PemBlock): KeyObject | undefined =>
  attempt(() => createPrivateKey(armored(block)))
const malformed = 'x509: malformed certificate'

/** The error of Go's tls.X509KeyPair for a certificate and its key; undefined where they belong together. */
export function keyPairError(certificate: string, key: string): string | undefined {
  const blocks = pemBlocks(certificate)
  const leaf = blocks.find(({ label }) => label === 'CERTIFICATE')
  if (leaf === undefined) return missingCertificate(blocks)
  const keys = pemBlocks(key)
  const found = keys.find(isPrivateKey)
  if (found === undefined) return missingKey(keys)
  const x509 = certificateOf(leaf)
  if (x509 === undefined) return malformed
  const own = privateKeyOf(found)
  if (own === undefined) return 'tls: failed to parse private key'
  if (own.asymmetricKeyType !== x509.publicKey.asymmetricKeyType)
    return 'tls: private key type does not match public key type'
  return x509.checkPrivateKey(own) ? undefined : 'tls: private key does not match public key'
}

const skipped = (blocks: readonly PemBlock[]): string =>
  `after skipping PEM blocks of the following types: [${blocks.map(({ label }) => label).join(' ')}]`

function missingCertificate(blocks: readonly PemBlock[]): string {
  const failed = 'tls: failed to find'
  if (blocks.length === 0) return `${failed} any PEM data in certificate input`
  if (blocks.length === 1 && blocks[0]!.label.endsWith('PRIVATE KEY'))
    return `${failed} certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched`
  return `${failed} "CERTIFICATE" PEM block in certificate input ${skipped(blocks)}`
}

function missingKey(blocks: readonly PemBlock[]): string {
  if (blocks.length === 0) return 'tls: failed to find any PEM data in key input'
  if (blocks.length === 1 && blocks[0]!.label === 'CERTIFICATE')
    return 'tls: found a certificate rather than a key in the PEM for the private key'
  return `tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input ${skipped(blocks)}`
}

/** Go's error for a block that has to hold a certificate; undefined where it does. */
export const blockError = (block: PemBlock): string | undefined =>
  certificateOf(block) === undefined ? malformed : undefined

/** The certificates of a bundle. @throws Error where one is malformed */
export const certificatesOf = (bundle: string): X509Certificate[] =>
  pemBlocks(bundle)
    .filter(isCertificate)
    .map(({ bytes }) => new X509Certificate(bytes))

/** client-go's error for a bundle of certificates; undefined where it holds one at least, and all can be read. */
export function certificatesError(bundle: string): string | undefined {
  const own = pemBlocks(bundle).filter(isCertificate)
  if (own.length === 0) return 'data does not contain any valid RSA or ECDSA certificates'
  return own.map(blockError).find((error) => error !== undefined)
}

/**
 * client-go's error for the authorities of a server that it speaks to; undefined where it finds one, or the text is empty.
 * Upstream: client-go/transport/transport.go (rootCertPool, createErrorParsingCAData)
 */
export function rootsError(bundle: string): string | undefined {
  const blocks = pemBlocks(bundle)
  const own = blocks.filter(isCertificate)
  if (bundle === '' || own.some((block) => certificateOf(block) !== undefined)) return undefined
  if (own.length > 0) return `failed to parse certificate: ${malformed}`
  const rest = bundle.slice(blocks.at(-1)?.end ?? 0)
  return rest === '' ? 'no valid certificate authority data seen' : 'unable to parse bytes as PEM block'
}

/** The certificates of a bundle as one text each, for finding the same in another; those that cannot be read are left out. */
export const fingerprints = (bundle: string): string[] =>
  pemBlocks(bundle)
    .filter(isCertificate)
    .flatMap((block) => certificateOf(block)?.fingerprint256 ?? [])

const isRSAOrEC = (key: KeyObject | undefined): boolean =>
  key?.asymmetricKeyType === 'rsa' || key?.asymmetricKeyType === 'ec'

/** Whether a text holds a key of RSA or ECDSA that others can be verified by: a public or private one, or a certificate. */
export const holdsPublicKey = (text: string): boolean =>
  pemBlocks(text).some((block) => isRSAOrEC(attempt(() => createPublicKey(armored(block)))))

/** Whether a text holds a private key that tokens can be signed with. */
export const holdsPrivateKey = (text: string): boolean =>
  pemBlocks(text)
    .filter(isPrivateKey)
    .some((block) => privateKeyOf(block) !== undefined)
