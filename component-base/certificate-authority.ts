// Issues certificates (ECDSA P-256). Loaded only where a certificate has to be made.
import 'reflect-metadata'
import { createPrivateKey, webcrypto } from 'node:crypto'
import * as x509 from '@peculiar/x509'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const dayMs = 24 * 3600 * 1000

/** A certificate and its private key, both PEM. */
export interface KeyPair {
  readonly cert: string
  readonly key: string
}

/** The subject, names and lifetime (in days) of a certificate to be issued, and which side of TLS it is for. */
export interface CertificateRequest {
  readonly commonName: string
  readonly organizations?: readonly string[]
  /** DNS names and addresses of a serving certificate. */
  readonly names?: readonly string[]
  readonly addresses?: readonly string[]
  readonly usage: 'server' | 'client'
  readonly days?: number
}

const subtle = webcrypto.subtle
let prepared = false
/** To be called before certificates are read or made. */
export function provideCrypto(): void {
  if (!prepared) x509.cryptoProvider.set(webcrypto)
  prepared = true
}
const newKeys = (): Promise<webcrypto.CryptoKeyPair> =>
  subtle.generateKey(algorithm, true, ['sign', 'verify']) as Promise<webcrypto.CryptoKeyPair>
const serial = (): string =>
  Buffer.from(webcrypto.getRandomValues(new Uint8Array(8)))
    .toString('hex')
    .replace(/^[89a-f]/, '1')

async function privatePem(keys: webcrypto.CryptoKeyPair): Promise<string> {
  const der = await subtle.exportKey('pkcs8', keys.privateKey)
  return createPrivateKey({ key: Buffer.from(der), format: 'der', type: 'pkcs8' }).export({
    type: 'sec1',
    format: 'pem',
  }) as string
}

/** A new, self-signed authority. */
export async function createAuthority(commonName: string, now: number): Promise<KeyPair> {
  provideCrypto()
  const keys = await newKeys()
  const cert = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serial(),
    name: [{ CN: [commonName] }],
    notBefore: new Date(now - dayMs),
    notAfter: new Date(now + 3650 * dayMs),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(
        x509.KeyUsageFlags.keyCertSign |
          x509.KeyUsageFlags.digitalSignature |
          x509.KeyUsageFlags.keyEncipherment,
        true,
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { cert: `${cert.toString('pem')}\n`, key: await privatePem(keys) }
}

/** A certificate that `authority` signs. */
export async function issueCertificate(
  authority: KeyPair,
  request: CertificateRequest,
  now: number,
): Promise<KeyPair> {
  provideCrypto()
  const pkcs8 = createPrivateKey(authority.key).export({ type: 'pkcs8', format: 'der' })
  const signingKey = await subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign'])
  const issuer = new x509.X509Certificate(authority.cert)
  const keys = await newKeys()
  const organizations = request.organizations ?? []
  const names = [
    ...(request.names ?? []).map((value) => ({ type: 'dns' as const, value })),
    ...(request.addresses ?? []).map((value) => ({ type: 'ip' as const, value })),
  ]
  const cert = await x509.X509CertificateGenerator.create({
    serialNumber: serial(),
    issuer: issuer.subject,
    subject: [...organizations.map((o) => ({ O: [o] })), { CN: [request.commonName] }],
    notBefore: new Date(now - dayMs),
    notAfter: new Date(now + (request.days ?? 3650) * dayMs),
    publicKey: keys.publicKey,
    signingKey,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(
        x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.keyEncipherment,
        true,
      ),
      new x509.ExtendedKeyUsageExtension([
        request.usage === 'server' ? x509.ExtendedKeyUsage.serverAuth : x509.ExtendedKeyUsage.clientAuth,
      ]),
      ...(names.length === 0 ? [] : [new x509.SubjectAlternativeNameExtension(names)]),
    ],
  })
  return { cert: `${cert.toString('pem')}\n`, key: await privatePem(keys) }
}
