// Upstream: crypto/x509 of Go (ParsePKIXPublicKey, ParseCertificateRequest, CheckSignature)
import { constants, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { bitStringTag, CertificateRequestError, expect, integerTag, read, sequenceTag } from './der.ts'

/** Types of keys that Go reads, by Node's names. */
const keyTypes = new Set(['rsa', 'ec', 'ed25519', 'x25519', 'dsa'])
/** Curves that Go reads, by OpenSSL's names. */
const curves: Readonly<Record<string, string>> = {
  secp224r1: 'P-224',
  prime256v1: 'P-256',
  secp384r1: 'P-384',
  secp521r1: 'P-521',
}
const goodCurves = new Set(['P-256', 'P-384', 'P-521'])
const goodSizes = new Set([3072, 4096])

const curveOf = (key: KeyObject): string | undefined => curves[key.asymmetricKeyDetails?.namedCurve ?? '']
const bitsOf = (key: KeyObject): number => 8 * Math.ceil((key.asymmetricKeyDetails?.modulusLength ?? 0) / 8)

/** A public key in PKIX form; undefined: it is none that Go reads. */
export function parsePublicKey(der: Buffer): KeyObject | undefined {
  try {
    if (read(der).rest.length > 0) return undefined
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    const isKnown = keyTypes.has(key.asymmetricKeyType ?? '')
    return isKnown && (key.asymmetricKeyType !== 'ec' || curveOf(key) !== undefined) ? key : undefined
  } catch {
    return undefined
  }
}

/** What is wrong with a key. `shown`: what is shown of it; undefined: it says nothing. */
export interface KeyProblem {
  readonly shown?: string
  readonly text: string
}

/** What is wrong with the type of a key or its size. @param someCurves how the curves are told */
export function keyProblem(key: KeyObject, someCurves: string): KeyProblem | undefined {
  switch (key.asymmetricKeyType) {
    case 'ed25519':
      return undefined
    case 'ec':
      return goodCurves.has(curveOf(key)!)
        ? undefined
        : { shown: `curve ${curveOf(key)}`, text: `elliptic public keys must use curve ${someCurves}` }
    case 'rsa':
      return goodSizes.has(bitsOf(key))
        ? undefined
        : { shown: `${bitsOf(key)}-bit modulus`, text: 'RSA keys must have modulus size 3072 or 4096' }
    default:
      return { text: 'unknown public key type; supported types are Ed25519, ECDSA, and RSA' }
  }
}

const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO }

function signs(key: KeyObject, data: Buffer, signature: Buffer, hash: string | null, options = {}): boolean {
  try {
    return verify(hash, data, { key, dsaEncoding: 'der', ...options }, signature)
  } catch {
    return false
  }
}

/** Whether a signature shows that its maker has the key: of the data itself with Ed25519, else of its SHA-256, with PSS for RSA. */
export function isProof(key: KeyObject, data: Buffer, signature: Buffer): boolean {
  const type = key.asymmetricKeyType
  return signs(key, data, signature, type === 'ed25519' ? null : 'sha256', type === 'rsa' ? pss : {})
}

/** Object identifiers of algorithms, in hex: the type of their keys, and their hash. */
const algorithms: Readonly<Record<string, readonly [string, string | null]>> = {
  '2a864886f70d010105': ['rsa', 'sha1'],
  '2a864886f70d01010b': ['rsa', 'sha256'],
  '2a864886f70d01010c': ['rsa', 'sha384'],
  '2a864886f70d01010d': ['rsa', 'sha512'],
  '2a8648ce3d0401': ['ec', 'sha1'],
  '2a8648ce3d040302': ['ec', 'sha256'],
  '2a8648ce3d040303': ['ec', 'sha384'],
  '2a8648ce3d040304': ['ec', 'sha512'],
  '2b6570': ['ed25519', null],
}
/** RSASSA-PSS, whose hash stands in its parameters, as one of these. */
const pssAlgorithm = '2a864886f70d01010a'
const pssHashes: Readonly<Record<string, string>> = {
  '608648016503040201': 'sha256',
  '608648016503040202': 'sha384',
  '608648016503040203': 'sha512',
}

/** A request for a certificate (PKCS #10): its key, and whether its signature is of that. */
export interface SignedRequest {
  readonly key: KeyObject
  isSigned(): boolean
}

/** A PKCS #10 request in DER; undefined: it is none. */
export function parseSignedRequest(der: Buffer): SignedRequest | undefined {
  try {
    return read(der).rest.length > 0 ? undefined : signedRequest(der)
  } catch (error) {
    if (error instanceof CertificateRequestError) return undefined
    throw error
  }
}

function signedRequest(der: Buffer): SignedRequest | undefined {
  const whole = expect(der, sequenceTag, 'certificateRequest')
  const info = expect(whole.body, sequenceTag, 'tbsCertificateRequest')
  const algorithm = expect(info.rest, sequenceTag, 'AlgorithmIdentifier')
  const signature = expect(algorithm.rest, bitStringTag, 'BitString').body.subarray(1)
  const subject = expect(expect(info.body, integerTag, 'int').rest, sequenceTag, 'RawValue')
  const keyInfo = expect(subject.rest, sequenceTag, 'publicKeyInfo')
  const key = parsePublicKey(subject.rest.subarray(0, subject.rest.length - keyInfo.rest.length))
  if (key === undefined) return undefined
  const signed = whole.body.subarray(0, whole.body.length - info.rest.length)
  const id = read(algorithm.body)
  const isSigned = (): boolean => {
    if (id.body.toString('hex') === pssAlgorithm) {
      const parameters = id.rest.toString('hex')
      const hash = Object.keys(pssHashes).find((one) => parameters.includes(one))
      return (
        hash !== undefined &&
        key.asymmetricKeyType === 'rsa' &&
        signs(key, signed, signature, pssHashes[hash]!, pss)
      )
    }
    const [type, hash = null] = algorithms[id.body.toString('hex')] ?? []
    return type === key.asymmetricKeyType && signs(key, signed, signature, hash)
  }
  return { key, isSigned }
}
