// Upstream: staging/src/k8s.io/apiserver/pkg/server/options/serving.go (MaybeDefaultWithSelfSignedCerts)
import type { CertificateStore } from '../endpoints/authentication/certificate-store.ts'
import type { ApiserverConfig } from '../options/apiserver-config.ts'
import { firstServiceAddress } from '../options/service-cidrs.ts'
import { StartupError } from '../options/startup-error.ts'

/** The serving certificate and key of a server (PEM), and its demands on client certificates. */
export interface ServingCertificates {
  readonly cert: string
  readonly key: string
  /** Whose client certificates are believed. */
  readonly ca: string
  /** Whose proxies are believed, where --requestheader-client-ca-file says it. */
  readonly proxyCA?: string
  readonly requestCert: boolean
  readonly rejectUnauthorized: boolean
}

/** PEM texts: those of the flags, or the store's own. Throws a StartupError for files that hold none. */
export async function servingCertificates(
  config: ApiserverConfig,
  certificates: CertificateStore,
): Promise<ServingCertificates> {
  const [certFile, keyFile, clientCA] = ['tls-cert-file', 'tls-private-key-file', 'client-ca-file'].map((f) =>
    config.flags.string(f),
  )
  const ca = clientCA === '' ? (await certificates.authority()).cert : config.readFile(clientCA!)
  if (!holds(ca, 'CERTIFICATE'))
    throw new StartupError(
      'error loading CA bundle for "client-ca-bundle": data does not contain any valid RSA or ECDSA certificates',
    )
  const proxyFile = config.flags.string('requestheader-client-ca-file')
  const proxyCA = proxyFile === '' ? undefined : config.readFile(proxyFile)
  if (proxyCA !== undefined && !holds(proxyCA, 'CERTIFICATE'))
    throw new StartupError(
      'error loading CA bundle for "request-header": data does not contain any valid RSA or ECDSA certificates',
    )
  const service = firstServiceAddress(config.serviceCIDRs[0]!)
  const own = certFile === '' ? await certificates.serving([service, config.advertiseAddress]) : undefined
  const pair = own ?? { cert: config.readFile(certFile!), key: config.readFile(keyFile!) }
  for (const [input, what, label] of [
    ['certificate', 'cert', 'CERTIFICATE'],
    ['key', 'key', 'PRIVATE KEY'],
  ] as const)
    if (!holds(pair[what], label))
      throw new StartupError(`tls: failed to find any PEM data in ${input} input`)
  const proxies = proxyCA === undefined ? {} : { proxyCA }
  return { ...pair, ca, ...proxies, requestCert: true, rejectUnauthorized: false }
}

/** Whether a text has a block of PEM, as of a `CERTIFICATE` or an `EC PRIVATE KEY`. */
const holds = (pem: string, label: string): boolean => new RegExp(`-----BEGIN [A-Z ]*${label}-----`).test(pem)
