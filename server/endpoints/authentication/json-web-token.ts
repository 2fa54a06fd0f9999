// Signed tokens (RFC 7515, RFC 7519) as Kubernetes issues and takes them: RS256/384/512 and ES256/384/512.
import {
  constants,
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { isObject, type JsonObject } from '../../../apimachinery/json.ts'

/** A key that tokens are verified with. `id`: the header `kid`. */
export interface PublicKey {
  readonly id: string
  readonly key: KeyObject
  readonly algorithm: string
}
/** A key that tokens are signed with. */
export interface SigningKey extends PublicKey {
  readonly privateKey: KeyObject
}

const curves: Readonly<Record<string, string>> = {
  prime256v1: 'ES256',
  secp384r1: 'ES384',
  secp521r1: 'ES512',
}

/** A public key from a PEM text of a public or private key, or of a certificate. */
export function readPublicKey(pem: string): PublicKey {
  const key = createPublicKey(pem)
  const algorithm =
    key.asymmetricKeyType === 'rsa' ? 'RS256' : curves[key.asymmetricKeyDetails?.namedCurve ?? '']
  if (algorithm === undefined) throw new Error('data does not contain any valid RSA or ECDSA public keys')
  const id = createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('base64url')
  return { id, key, algorithm }
}

/** The key in a PEM text. Throws for what is no private key. */
export function readSigningKey(pem: string): SigningKey {
  const privateKey = createPrivateKey(pem)
  return { ...readPublicKey(pem), privateKey }
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const hashOf = (algorithm: string): string => `sha${algorithm.slice(2)}`

/** A signed token with the claims. The algorithm is that of the key. */
export function signToken(key: SigningKey, claims: JsonObject): string {
  const text = `${encode({ alg: key.algorithm, kid: key.id })}.${encode(claims)}`
  const signature = sign(hashOf(key.algorithm), Buffer.from(text), {
    key: key.privateKey,
    dsaEncoding: 'ieee-p1363',
  })
  return `${text}.${signature.toString('base64url')}`
}

/** The claims of a token, without a look at its signature. */
export function parseToken(token: string): { header: JsonObject; claims: JsonObject } | undefined {
  const parts = token.split('.')
  if (parts.length !== 3 || parts.some((p) => !/^[A-Za-z0-9_-]+$/.test(p))) return undefined
  try {
    const [header, claims] = parts
      .slice(0, 2)
      .map((p) => JSON.parse(Buffer.from(p, 'base64url').toString('utf8')) as unknown)
    return isObject(header) && isObject(claims) ? { header, claims } : undefined
  } catch {
    return undefined
  }
}

/** True where one of the keys made the signature; a key that the header names goes first. */
export function verifyToken(token: string, header: JsonObject, keys: readonly PublicKey[]): boolean {
  const at = token.lastIndexOf('.')
  const signature = Buffer.from(token.slice(at + 1), 'base64url')
  // Trailing bits that base64 does not need must not make another token of the same meaning.
  if (signature.toString('base64url') !== token.slice(at + 1)) return false
  const algorithm = String(header['alg'])
  const named = keys.filter((k) => k.id === header['kid'])
  return (named.length > 0 ? named : keys).some((k) => {
    if (
      k.algorithm.slice(0, 2) !== algorithm.slice(0, 2) ||
      (k.algorithm[0] === 'E' && k.algorithm !== algorithm)
    )
      return false
    return verifySignature(algorithm, k.key, token.slice(0, at), signature)
  })
}

const kinds: Readonly<Record<string, string>> = { RS: 'rsa', PS: 'rsa', ES: 'ec' }

/** Whether a key made the signature of a text. @param algorithm `RS256`, `PS384`, `ES512`; a key of another kind made none */
export function verifySignature(
  algorithm: string,
  key: KeyObject,
  text: string,
  signature: Uint8Array,
): boolean {
  const family = algorithm.slice(0, 2)
  if (key.asymmetricKeyType !== kinds[family] || !/^..(256|384|512)$/.test(algorithm)) return false
  const probabilistic = {
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: constants.RSA_PSS_SALTLEN_AUTO,
  }
  const options = { key, dsaEncoding: 'ieee-p1363' as const, ...(family === 'PS' ? probabilistic : {}) }
  return verify(hashOf(algorithm), Buffer.from(text), options, signature)
}

/** The keys as /openid/v1/jwks lists them. */
export function keySet(keys: readonly PublicKey[]): JsonObject {
  return {
    keys: keys.map((k): JsonObject => {
      const { kty, ...rest } = k.key.export({ format: 'jwk' }) as Record<string, string>
      return { use: 'sig', kty: kty!, kid: k.id, alg: k.algorithm, ...rest }
    }),
  }
}
