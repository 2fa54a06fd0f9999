// Signed tokens (RFC 7515, RFC 7519) as Kubernetes takes them: RS256/384/512 and ES256/384/512.
import { constants, type KeyObject, verify } from 'node:crypto'
import { isObject, type JsonObject } from '../../../apimachinery/json.ts'
import { hashOf, type PublicKey } from '../../../component-base/signed-token.ts'

/** The header and claims of a token, unverified; undefined where the text is no token. */
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

/** A header or claim that is a text; anything else is the empty one, since a stranger may send it. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** True where one of the keys made the signature; a key that the header names goes first. */
export function verifyToken(token: string, header: JsonObject, keys: readonly PublicKey[]): boolean {
  const at = token.lastIndexOf('.')
  const signature = Buffer.from(token.slice(at + 1), 'base64url')
  // Trailing bits that base64 does not need must not make another token of the same meaning.
  if (signature.toString('base64url') !== token.slice(at + 1)) return false
  const algorithm = textOf(header['alg'])
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

/** The JSON Web Key Set that /openid/v1/jwks answers. */
export function keySet(keys: readonly PublicKey[]): JsonObject {
  return {
    keys: keys.map((k): JsonObject => {
      const { kty, ...rest } = k.key.export({ format: 'jwk' }) as Record<string, string>
      return { use: 'sig', kty: kty!, kid: k.id, alg: k.algorithm, ...rest }
    }),
  }
}
