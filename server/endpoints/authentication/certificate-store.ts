// The files of --cert-dir: made once, kept with mode 0600 and used again.
import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type CertificateRequest,
  createAuthority,
  issueCertificate,
  type KeyPair,
} from '../../../component-base/certificate-authority.ts'

/** Names that every serving certificate has. */
export const servingNames = [
  'kubernetes.default.svc',
  'kubernetes.default',
  'kubernetes',
  'localhost',
  'kubernetes.default.svc.cluster.local',
] as const

/** The common name of the certificate that front proxies show to servers. */
export const frontProxyName = 'front-proxy-client'

/** The keys and certificates in --cert-dir: made when they are first asked for, and used again by later starts. */
export class CertificateStore {
  private readonly dir: string | undefined
  private readonly now: () => number
  private readonly kept = new Map<string, KeyPair>()
  /** The key (PEM) that signs ServiceAccount tokens: servers of one set share it. */
  private accountKey: string | undefined
  /** @param dir where the files are; undefined: in memory only. */
  constructor(dir: string | undefined, now: () => number) {
    this.dir = dir
    this.now = now
  }
  /** The authority of serving and client certificates. */
  authority(): Promise<KeyPair> {
    return this.pair('ca', () => createAuthority('kepsim-ca', this.now()))
  }
  /** A certificate of the authority, under `<name>.crt` and `<name>.key`; made anew where the stored one lacks a name or has run out. */
  async certificate(name: string, request: CertificateRequest): Promise<KeyPair> {
    const authority = await this.authority()
    const issue = (): KeyPair => issueCertificate(authority, request, this.now())
    return this.pair(name, issue, (pair) => isGood(pair, authority, request, this.now()))
  }
  /** The authority of front proxies, which may say who asks, and the certificate of one. */
  async frontProxy(): Promise<{ authority: KeyPair; client: KeyPair }> {
    const authority = await this.pair('front-proxy-ca', () => createAuthority('front-proxy-ca', this.now()))
    const request = { commonName: frontProxyName, usage: 'client' } as const
    const client = await this.pair(
      'front-proxy-client',
      () => issueCertificate(authority, request, this.now()),
      (pair) => isGood(pair, authority, request, this.now()),
    )
    return { authority, client }
  }
  serving(addresses: readonly string[], names: readonly string[] = []): Promise<KeyPair> {
    const all = [...new Set(['127.0.0.1', '::1', ...addresses])]
    return this.certificate('apiserver', {
      commonName: 'kube-apiserver',
      names: [...new Set([...servingNames, ...names])],
      addresses: all,
      usage: 'server',
    })
  }
  client(name: string, commonName: string, organizations: readonly string[] = []): Promise<KeyPair> {
    return this.certificate(name, { commonName, organizations, usage: 'client' })
  }
  /** The private key (PEM) that service account tokens are signed with. */
  serviceAccountKey(): string {
    this.accountKey ??= this.read('sa.key')
    if (this.accountKey !== undefined) return this.accountKey
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.accountKey = privateKey.export({ type: 'sec1', format: 'pem' }) as string
    this.write('sa.key', this.accountKey)
    return this.accountKey
  }
  private async pair(
    name: string,
    make: () => KeyPair,
    good: (pair: KeyPair) => boolean = () => true,
  ): Promise<KeyPair> {
    const kept = this.kept.get(name) ?? this.readPair(name)
    if (kept !== undefined && good(kept)) {
      this.kept.set(name, kept)
      return kept
    }
    const made = make()
    this.kept.set(name, made)
    this.write(`${name}.key`, made.key)
    this.write(`${name}.crt`, made.cert)
    return made
  }
  private readPair(name: string): KeyPair | undefined {
    const [cert, key] = [this.read(`${name}.crt`), this.read(`${name}.key`)]
    if (cert === undefined || key === undefined) return undefined
    try {
      return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)) ? { cert, key } : undefined
    } catch {
      return undefined
    }
  }
  private read(file: string): string | undefined {
    if (this.dir === undefined) return undefined
    const path = join(this.dir, file)
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined
  }
  private write(file: string, text: string): void {
    if (this.dir === undefined) return
    mkdirSync(this.dir, { recursive: true, mode: 0o700 })
    const path = join(this.dir, file)
    writeFileSync(`${path}.tmp`, text, { mode: 0o600 })
    renameSync(`${path}.tmp`, path)
  }
}

function isGood(pair: KeyPair, authority: KeyPair, request: CertificateRequest, now: number): boolean {
  const cert = new X509Certificate(pair.cert)
  return (
    Date.parse(cert.validTo) > now &&
    cert.verify(new X509Certificate(authority.cert).publicKey) &&
    (request.names ?? []).every((n) => cert.checkHost(n) !== undefined) &&
    (request.addresses ?? []).every((a) => cert.checkIP(a) !== undefined)
  )
}
