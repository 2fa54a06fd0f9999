// The files and names of the flags about TLS that a serving component reads when it begins to listen.
// Upstream: apiserver/pkg/server/options/serving.go (ApplyTo), apiserver/pkg/server/dynamiccertificates, net/http2 ConfigureServer
import type { FlagValues } from './flags/flag-values.ts'
import { fileError, makeFolderError } from './go/file-error.ts'
import { goQuote } from './go/quote.ts'
import { certificatesError, keyPairError } from './go/x509.ts'
import type { Logger } from './klog.ts'
import { cipherError, curveError, insecureCiphers, tlsVersionError } from './tls-names.ts'

/** The text of a file; throws as node:fs does. */
export type ReadText = (path: string) => string

/** The text of a file, or Go's error on it: `open /x: no such file or directory`. */
export function readOr(path: string, read: ReadText): { text: string } | { error: string } {
  try {
    return { text: read(path) }
  } catch (error) {
    return { error: fileError(error, 'open', path) }
  }
}

/** Go's error on a file that cannot be read; undefined for one that can. */
export function unreadable(path: string, read: ReadText): string | undefined {
  const file = readOr(path, read)
  return 'error' in file ? file.error : undefined
}

/** The first error of the flags --tls-…, in upstream's order; undefined: the component can serve. */
export function tlsFlagsError(flags: FlagValues, read: ReadText): string | undefined {
  const [cert, key] = [flags.string('tls-cert-file'), flags.string('tls-private-key-file')]
  return (
    (cert === '' && key === '' ? undefined : certificateError('serving-cert', cert, key, read)) ??
    cipherError(flags.strings('tls-cipher-suites')) ??
    curveError(flags.strings('tls-curve-preferences').map(Number)) ??
    tlsVersionError(flags.string('tls-min-version')) ??
    namedCertificateError(flags.strings('tls-sni-cert-key'), read)
  )
}

/** Go's error on a certificate and its key; undefined where they belong together. @param purpose as upstream names them */
export function certificateError(
  purpose: string,
  cert: string,
  key: string,
  read: ReadText,
): string | undefined {
  if (cert === '' || key === '') return 'missing filename for serving cert'
  const [certificate, own] = [readOr(cert, read), readOr(key, read)]
  if ('error' in certificate) return certificate.error
  if ('error' in own) return own.error
  if (certificate.text === '' || own.text === '')
    return `missing content for serving cert ${goQuote(`${purpose}::${cert}::${key}`)}`
  return keyPairError(certificate.text, own.text)
}

/** @param pairs of --tls-sni-cert-key: `a.crt,a.key` or `a.crt,a.key:name,…` */
function namedCertificateError(pairs: readonly string[], read: ReadText): string | undefined {
  for (const pair of pairs) {
    const [cert = '', key = ''] = pair.split(':')[0]!.split(',')
    const error = certificateError('sni-serving-cert', cert, key, read)
    if (error !== undefined) return `failed to load SNI cert and key: ${error}`
  }
  return undefined
}

/** The error of a --cert-dir in which no certificate can be put; undefined where one can be, or none is needed. */
export function ownCertificateError(flags: FlagValues, read: ReadText): string | undefined {
  const folder = flags.string('cert-dir')
  const isGiven = flags.string('tls-cert-file') !== '' || flags.string('tls-private-key-file') !== ''
  if (folder === '' || isGiven || flags.number('secure-port') === 0) return undefined
  const why = makeFolderError(folder, read)
  return why === undefined ? undefined : `error creating self-signed certificates: ${why}`
}

/** Go's error on a file of certificates of authorities; undefined for a good one. @param purpose as upstream names it: `request-header` */
export function bundleError(purpose: string, path: string, read: ReadText): string | undefined {
  const file = readOr(path, read)
  if ('error' in file) return file.error
  const name = goQuote(`${purpose}::${path}`)
  if (file.text === '') return `missing content for CA bundle ${name}`
  const error = certificatesError(file.text)
  return error === undefined ? undefined : `error loading CA bundle for ${name}: ${error}`
}

const neededByHTTP2 = ['TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256', 'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256']

/** The error of --tls-cipher-suites without a cipher that HTTP/2 needs, which comes when the server begins to serve. */
export function http2Error(flags: FlagValues): string | undefined {
  const ciphers = flags.strings('tls-cipher-suites')
  const without =
    ciphers.length > 0 &&
    flags.string('tls-min-version') !== 'VersionTLS13' &&
    !flags.bool('disable-http2-serving') &&
    !ciphers.some((one) => neededByHTTP2.includes(one))
  return without
    ? `error configuring http2: http2: TLSConfig.CipherSuites is missing an HTTP/2-required AES_128_GCM_SHA256 cipher (need at least one of ${neededByHTTP2.join(' or ')})`
    : undefined
}

/** Warns in the log of ciphers that are no longer safe, as the server does when it begins to serve. */
export function warnOfCiphers(flags: FlagValues, logger: Logger): void {
  for (const cipher of flags.strings('tls-cipher-suites'))
    if (insecureCiphers.includes(cipher)) logger.log('W', `Use of insecure cipher '${cipher}' detected.`)
}
