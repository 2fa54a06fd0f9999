// Issues certificates (ECDSA P-256).
import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto'
import { type Der, der, derParts } from './der.ts'
import { parseIP } from './go/net.ts'
import { armored } from './go/pem.ts'
import { ipBytes } from './ip-number.ts'

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

const ecdsaWithSha256 = der.sequence(der.identifier('1.2.840.10045.4.3.2'))

/** What KeyUsage calls its bits, from the highest of its byte on. */
const digitalSignature = 0x80
const keyEncipherment = 0x20
const keyCertSign = 0x04

const extension = (id: string, value: Der, critical = false): Der =>
  der.sequence(der.identifier(id), ...(critical ? [der.true] : []), der.octets(value))
const keyUsages = (bits: number, unused: number): Der =>
  extension('2.5.29.15', der.bits(Buffer.from([bits]), unused), true)
const basicConstraints = (isAuthority: boolean): Der =>
  extension('2.5.29.19', der.sequence(...(isAuthority ? [der.true] : [])), true)

const attribute = (id: string, value: string): Der =>
  der.set(der.sequence(der.identifier(id), der.text(value)))
const nameOf = (commonName: string, organizations: readonly string[] = []): Der =>
  der.sequence(...organizations.map((o) => attribute('2.5.4.10', o)), attribute('2.5.4.3', commonName))

/** Positive, of eight bytes. */
function serial(): Buffer {
  const bytes = randomBytes(8)
  bytes[0] = (bytes[0]! & 0x7f) | 0x10
  return bytes
}

const newKeys = (): { publicKey: KeyObject; privateKey: KeyObject } =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })

interface Contents {
  readonly issuer: Der
  readonly subject: Der
  readonly publicKey: KeyObject
  readonly now: number
  readonly days: number
  readonly extensions: readonly Der[]
}

/** The certificate, PEM. @param key of the issuer */
function signed({ issuer, subject, publicKey, now, days, extensions }: Contents, key: KeyObject): string {
  const contents = der.sequence(
    // Version 3 of X.509 is encoded as 2.
    der.context(0, true, der.integer(Buffer.from([2]))),
    der.integer(serial()),
    ecdsaWithSha256,
    issuer,
    der.sequence(der.time(now - dayMs), der.time(now + days * dayMs)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der.context(3, true, der.sequence(...extensions)),
  )
  const cert = der.sequence(contents, ecdsaWithSha256, der.bits(sign('sha256', contents, key)))
  return armored({ label: 'CERTIFICATE', bytes: cert })
}

const privatePem = (key: KeyObject): string => key.export({ type: 'sec1', format: 'pem' }) as string

/** How an authority signs: its name, encoded, and its key. */
interface Issuer {
  readonly subject: Der
  readonly key: KeyObject
}

/** One authority issues for many, and to read its PEM takes as long as to sign. */
const issuers = new WeakMap<KeyPair, Issuer>()

/** A new, self-signed authority. */
export function createAuthority(commonName: string, now: number): KeyPair {
  const { publicKey, privateKey } = newKeys()
  const name = nameOf(commonName)
  // Of the key alone, the last part of what it is published as.
  const published = derParts(publicKey.export({ type: 'spki', format: 'der' }))[1]!
  const id = createHash('sha1').update(published.subarray(3)).digest()
  const extensions = [
    basicConstraints(true),
    keyUsages(digitalSignature | keyEncipherment | keyCertSign, 2),
    extension('2.5.29.14', der.octets(id)),
  ]
  const contents = { issuer: name, subject: name, publicKey, now, days: 3650, extensions }
  const authority = { cert: signed(contents, privateKey), key: privatePem(privateKey) }
  issuers.set(authority, { subject: name, key: privateKey })
  return authority
}

/** A certificate that `authority` signs. Throws an Error where the authority's key is of another kind than those made here. */
export function issueCertificate(authority: KeyPair, request: CertificateRequest, now: number): KeyPair {
  const { subject, key } = issuerOf(authority)
  const { commonName, organizations, usage, days = 3650 } = request
  const { publicKey, privateKey } = newKeys()
  const contents = {
    issuer: subject,
    subject: nameOf(commonName, organizations),
    publicKey,
    now,
    days,
    extensions: [
      basicConstraints(false),
      keyUsages(digitalSignature | keyEncipherment, 5),
      extension('2.5.29.37', der.sequence(der.identifier(`1.3.6.1.5.5.7.3.${usage === 'server' ? 1 : 2}`))),
      ...alternativeNames(request),
    ],
  }
  return { cert: signed(contents, key), key: privatePem(privateKey) }
}

/** Throws an Error for a key of another kind than those made here. */
function issuerOf(authority: KeyPair): Issuer {
  const known = issuers.get(authority)
  if (known !== undefined) return known
  const key = createPrivateKey(authority.key)
  if (key.asymmetricKeyType !== 'ec')
    throw new Error(`certificates are signed by keys of ECDSA, not of ${key.asymmetricKeyType}`)
  const issuer = { subject: subjectOf(new X509Certificate(authority.cert).raw), key }
  issuers.set(authority, issuer)
  return issuer
}

/** The version stands before all others, but in certificates of version 1. */
const versionTag = 0xa0

/** The encoded subject of a certificate. */
function subjectOf(cert: Der): Der {
  const parts = derParts(derParts(cert)[0]!)
  return parts[parts[0]![0] === versionTag ? 5 : 4]!
}

function alternativeNames({ names = [], addresses = [] }: CertificateRequest): Der[] {
  const all = [
    ...names.map((name) => der.context(2, false, Buffer.from(name, 'latin1'))),
    ...addresses.map((address) => der.context(7, false, octetsOf(address))),
  ]
  return all.length === 0 ? [] : [extension('2.5.29.17', der.sequence(...all))]
}

/** The four or sixteen bytes of an address. Throws an Error for what is none. */
function octetsOf(address: string): Buffer {
  const ip = parseIP(address)
  if (ip === undefined) throw new Error(`${address} is no IP address`)
  return Buffer.from(ipBytes(ip))
}
