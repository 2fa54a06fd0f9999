// Signing of tokens (RFC 7515, RFC 7519) as Kubernetes does it: RS256/384/512 and ES256/384/512.
// Upstream: pkg/serviceaccount/jwt.go, client-go/util/keyutil/key.go
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { remembered } from './remembered.ts'

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
export const readPublicKey = (pem: string): PublicKey => publicKeyOf(createPublicKey(pem))

function publicKeyOf(key: KeyObject): PublicKey {
  const algorithm =
    key.asymmetricKeyType === 'rsa' ? 'RS256' : curves[key.asymmetricKeyDetails?.namedCurve ?? '']
  if (algorithm === undefined) throw new Error('data does not contain any valid RSA or ECDSA public keys')
  const id = createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('base64url')
  return { id, key, algorithm }
}

/** The server and the controllers of a cluster read the same one, one after the other. */
const mostSigningKeys = 16

/** The key in a PEM text. Throws for what is no private key. */
export const readSigningKey = remembered(mostSigningKeys, (pem): SigningKey => {
  const privateKey = createPrivateKey(pem)
  return { ...publicKeyOf(createPublicKey(privateKey)), privateKey }
})

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
/** The digest of an algorithm's signatures, by Node's name of it: `sha256` of RS256. */
export const hashOf = (algorithm: string): string => `sha${algorithm.slice(2)}`

/** A signed token with the claims. The algorithm is that of the key. */
export function signToken(key: SigningKey, claims: object): string {
  const text = `${encode({ alg: key.algorithm, kid: key.id })}.${encode(claims)}`
  const signature = sign(hashOf(key.algorithm), Buffer.from(text), {
    key: key.privateKey,
    dsaEncoding: 'ieee-p1363',
  })
  return `${text}.${signature.toString('base64url')}`
}
