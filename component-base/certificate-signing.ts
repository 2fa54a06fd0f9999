// Reads certificate requests, and signs them as the signers of kube-controller-manager do. Loaded only where one has to be.
// Upstream: pkg/controller/certificates/authority/{authority,policies}.go, crypto/x509
import { pemBlocks } from './go/pem.ts'
import 'reflect-metadata'
import { createPrivateKey, webcrypto } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import type { KeyPair } from './certificate-authority.ts'

let prepared = false
/** To be called before certificate requests are read or made. */
export function provideCrypto(): void {
  if (!prepared) x509.cryptoProvider.set(webcrypto)
  prepared = true
}

/** The parts of a certificate request that signers look at. */
export interface ReadRequest {
  readonly commonName: string
  readonly organizations: readonly string[]
  readonly dnsNames: readonly string[]
  readonly emailAddresses: readonly string[]
  readonly ipAddresses: readonly string[]
  readonly uris: readonly string[]
  readonly parsed: x509.Pkcs10CertificateRequest
}

/** The request in a PEM text. Throws an Error for what is none. */
export function readCertificateRequest(pem: string): ReadRequest {
  provideCrypto()
  const block = pemBlocks(pem).find(({ label }) => label === 'CERTIFICATE REQUEST')
  if (block === undefined) throw new Error('PEM block type must be CERTIFICATE REQUEST')
  const parsed = new x509.Pkcs10CertificateRequest(block.bytes)
  const extension = parsed.getExtension('2.5.29.17')
  const names = extension instanceof x509.SubjectAlternativeNameExtension ? extension.names.items : []
  const ofType = (type: string): string[] =>
    names.filter((name) => name.type === type).map(({ value }) => value)
  return {
    commonName: parsed.subjectName.getField('CN').at(-1) ?? '',
    organizations: parsed.subjectName.getField('O'),
    dnsNames: ofType('dns'),
    emailAddresses: ofType('email'),
    ipAddresses: ofType('ip'),
    uris: ofType('url'),
    parsed,
  }
}

/** The duration and the usages of a certificate that is signed. */
export interface SigningPolicy {
  /** Milliseconds. */
  readonly duration: number
  /** The usages by their names in the API: `client auth`. */
  readonly usages: readonly string[]
  /** Milliseconds since the epoch. */
  readonly now: number
}

const backdate = 5 * 60_000
/** A certificate of less is not shortened by what it is backdated. */
const short = 8 * 3_600_000

/** The certificate (PEM) of a request. Throws an Error where the request is not signed by its key, or the authority's time is over. */
export async function signRequest(
  authority: KeyPair,
  request: ReadRequest,
  policy: SigningPolicy,
): Promise<string> {
  const issuer = new x509.X509Certificate(authority.cert)
  const { parsed } = request
  if (!(await parsed.verify())) throw new Error('unable to verify certificate request signature')
  const { signingKey, signingAlgorithm } = await keyOf(authority)
  const cert = await x509.X509CertificateGenerator.create({
    serialNumber: Buffer.from(webcrypto.getRandomValues(new Uint8Array(16)))
      .toString('hex')
      .replace(/^./, '1'),
    issuer: issuer.subjectName,
    subject: new x509.Name(subjectOf(parsed)),
    ...validity(policy, issuer.notAfter.getTime()),
    publicKey: parsed.publicKey,
    signingKey,
    signingAlgorithm,
    extensions: extensionsOf(request, policy.usages, issuer),
  })
  return `${cert.toString('pem')}\n`
}

function validity({ duration, now }: SigningPolicy, signerEnds: number): { notBefore: Date; notAfter: Date } {
  const told = (what: string): Error =>
    new Error(
      `${what}: NotAfter=${new Date(signerEnds).toISOString().slice(0, 19).replace('T', ' ')} +0000 UTC`,
    )
  const notBefore = now - backdate
  const wanted = now + duration - (duration < short ? 0 : backdate)
  if (notBefore >= signerEnds) throw told('the signer has expired')
  if (now >= signerEnds) throw told('refusing to sign a certificate that expired in the past')
  return { notBefore: new Date(notBefore), notAfter: new Date(Math.min(wanted, signerEnds)) }
}

/** The kinds of names in a subject, in the order in which Go writes them: country, organization, … */
const subjectKinds = [
  '2.5.4.6',
  '2.5.4.10',
  '2.5.4.11',
  '2.5.4.7',
  '2.5.4.8',
  '2.5.4.9',
  '2.5.4.17',
  '2.5.4.3',
  '2.5.4.5',
] as const
/** Attributes of a subject of which only the last value counts. */
const single = new Set(['2.5.4.3', '2.5.4.5'])
const printable = /^[A-Za-z0-9 '()+,\-./:=?]*$/

function subjectOf({ subjectName }: x509.Pkcs10CertificateRequest): x509.JsonNameParams {
  return subjectKinds.flatMap((kind) => {
    const all = subjectName.getField(kind)
    const values = single.has(kind) ? all.slice(-1) : all
    if (values.length === 0) return []
    return [
      {
        [kind]: values.map((value) =>
          printable.test(value) ? { printableString: value } : { utf8String: value },
        ),
      },
    ]
  })
}

const keyUsages: Readonly<Record<string, number>> = {
  signing: x509.KeyUsageFlags.digitalSignature,
  'digital signature': x509.KeyUsageFlags.digitalSignature,
  'content commitment': x509.KeyUsageFlags.nonRepudiation,
  'key encipherment': x509.KeyUsageFlags.keyEncipherment,
  'key agreement': x509.KeyUsageFlags.keyAgreement,
  'data encipherment': x509.KeyUsageFlags.dataEncipherment,
  'cert sign': x509.KeyUsageFlags.keyCertSign,
  'crl sign': x509.KeyUsageFlags.cRLSign,
  'encipher only': x509.KeyUsageFlags.encipherOnly,
  'decipher only': x509.KeyUsageFlags.decipherOnly,
}

/** The extended key usages and their object identifiers, in the order of a certificate. */
const extendedKeyUsages: readonly (readonly [usage: string, id: string])[] = [
  ['any', '2.5.29.37.0'],
  ['server auth', '1.3.6.1.5.5.7.3.1'],
  ['client auth', '1.3.6.1.5.5.7.3.2'],
  ['code signing', '1.3.6.1.5.5.7.3.3'],
  ['email protection', '1.3.6.1.5.5.7.3.4'],
  ['s/mime', '1.3.6.1.5.5.7.3.4'],
  ['ipsec end system', '1.3.6.1.5.5.7.3.5'],
  ['ipsec tunnel', '1.3.6.1.5.5.7.3.6'],
  ['ipsec user', '1.3.6.1.5.5.7.3.7'],
  ['timestamping', '1.3.6.1.5.5.7.3.8'],
  ['ocsp signing', '1.3.6.1.5.5.7.3.9'],
  ['microsoft sgc', '1.3.6.1.4.1.311.10.3.3'],
  ['netscape sgc', '2.16.840.1.113730.4.1'],
]

function extensionsOf(
  request: ReadRequest,
  usages: readonly string[],
  issuer: x509.X509Certificate,
): x509.Extension[] {
  const flags = usages.reduce((sum, usage) => sum | (keyUsages[usage] ?? 0), 0)
  const extended = [
    ...new Set(extendedKeyUsages.flatMap(([usage, id]) => (usages.includes(usage) ? [id] : []))),
  ]
  const authority = issuer.getExtension(x509.SubjectKeyIdentifierExtension)?.keyId
  const names = alternativeNames(request)
  const nameless = request.parsed.subjectName.toJSON().length === 0
  return [
    ...(flags === 0 ? [] : [new x509.KeyUsagesExtension(flags, true)]),
    ...(extended.length === 0 ? [] : [new x509.ExtendedKeyUsageExtension(extended)]),
    new x509.BasicConstraintsExtension(false, undefined, true),
    ...(authority === undefined ? [] : [new x509.AuthorityKeyIdentifierExtension(authority)]),
    ...(names.length === 0 ? [] : [new x509.SubjectAlternativeNameExtension(names, nameless)]),
  ]
}

const alternativeNames = (request: ReadRequest): x509.JsonGeneralNames => [
  ...request.dnsNames.map((value) => ({ type: 'dns' as const, value })),
  ...request.emailAddresses.map((value) => ({ type: 'email' as const, value })),
  ...request.ipAddresses.map((value) => ({ type: 'ip' as const, value })),
  ...request.uris.map((value) => ({ type: 'url' as const, value })),
]

const curves: Readonly<Record<string, { namedCurve: string; hash: string }>> = {
  prime256v1: { namedCurve: 'P-256', hash: 'SHA-256' },
  secp384r1: { namedCurve: 'P-384', hash: 'SHA-384' },
  secp521r1: { namedCurve: 'P-521', hash: 'SHA-512' },
}

interface SigningAlgorithm {
  name: string
  hash?: string
  namedCurve?: string
}

async function keyOf({ key }: KeyPair) {
  const privateKey = createPrivateKey(key)
  const signingAlgorithm = algorithmOf(
    privateKey.asymmetricKeyType,
    privateKey.asymmetricKeyDetails?.namedCurve,
  )
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' })
  const signingKey = await webcrypto.subtle.importKey('pkcs8', pkcs8, signingAlgorithm, false, ['sign'])
  return { signingKey, signingAlgorithm }
}

function algorithmOf(type: string | undefined, curve = ''): SigningAlgorithm {
  if (type === 'rsa') return { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  return type === 'ed25519' ? { name: 'Ed25519' } : { name: 'ECDSA', ...curves[curve] }
}
