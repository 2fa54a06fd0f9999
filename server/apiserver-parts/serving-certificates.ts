// Upstream: staging/src/k8s.io/apiserver/pkg/server/options/serving.go (MaybeDefaultWithSelfSignedCerts)
import { readFileSync } from 'node:fs'
import type { CertificateStore } from '../endpoints/authentication/certificate-store.ts'
import type { ApiserverConfig } from '../options/apiserver-config.ts'
import { firstServiceAddress } from '../options/service-cidrs.ts'

export interface ServingCertificates {
  readonly cert: string
  readonly key: string
  /** Whose client certificates are believed. */
  readonly ca: string
  readonly requestCert: boolean
  readonly rejectUnauthorized: boolean
}

/** PEM texts: those of the flags, or the store's own. */
export async function servingCertificates(
  config: ApiserverConfig,
  certificates: CertificateStore,
): Promise<ServingCertificates> {
  const [certFile, keyFile, clientCA] = ['tls-cert-file', 'tls-private-key-file', 'client-ca-file'].map((f) =>
    config.flags.string(f),
  )
  const ca = clientCA === '' ? (await certificates.authority()).cert : readFileSync(clientCA!, 'utf8')
  const service = firstServiceAddress(config.serviceCIDRs[0]!)
  const own = certFile === '' ? await certificates.serving([service, config.advertiseAddress]) : undefined
  const pair = own ?? { cert: readFileSync(certFile!, 'utf8'), key: readFileSync(keyFile!, 'utf8') }
  return { ...pair, ca, requestCert: true, rejectUnauthorized: false }
}
