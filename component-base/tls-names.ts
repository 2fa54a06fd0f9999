// Names of ciphers and versions of TLS in flags. Upstream: component-base/cli/flag/{ciphersuites,curves}_flag.go
import { goQuote } from './go/quote.ts'

const modernCiphers = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA',
  'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256',
  'TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA',
  'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384',
  'TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305',
  'TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256',
  'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA',
  'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256',
  'TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA',
  'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384',
  'TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305',
  'TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256',
]
/** Ciphers that components warn of. */
export const insecureCiphers = [
  'TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256',
  'TLS_ECDHE_ECDSA_WITH_RC4_128_SHA',
  'TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA',
  'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256',
  'TLS_ECDHE_RSA_WITH_RC4_128_SHA',
  'TLS_RSA_WITH_3DES_EDE_CBC_SHA',
  'TLS_RSA_WITH_AES_128_CBC_SHA',
  'TLS_RSA_WITH_AES_128_CBC_SHA256',
  'TLS_RSA_WITH_AES_128_GCM_SHA256',
  'TLS_RSA_WITH_AES_256_CBC_SHA',
  'TLS_RSA_WITH_AES_256_GCM_SHA384',
  'TLS_RSA_WITH_RC4_128_SHA',
]
const versions = ['VersionTLS10', 'VersionTLS11', 'VersionTLS12', 'VersionTLS13']

/** The error about ciphers that a flag names; undefined where all are known. */
export function cipherError(ciphers: readonly string[]): string | undefined {
  const unknown = ciphers.find((name) => !modernCiphers.includes(name) && !insecureCiphers.includes(name))
  return unknown === undefined ? undefined : `Cipher suite ${unknown} not supported or doesn't exist`
}

/** The error about a version that a flag names; undefined for a known one, and for none. */
export const tlsVersionError = (version: string): string | undefined =>
  version === '' || versions.includes(version) ? undefined : `unknown tls version ${goQuote(version)}`

/** Curves of the Go release that 1.36 is built with: P-256, P-384, P-521, X25519 and the hybrids. */
const curves = [23, 24, 25, 29, 4587, 4588, 4589]

/** The error about key exchanges that a flag names by their numbers; undefined where all are known, and each is there once. */
export function curveError(preferences: readonly number[]): string | undefined {
  const seen = new Set<number>()
  for (const id of preferences) {
    if (id <= 0 || id > 65535) return `curve preference ${id} is out of range (must be 1-65535)`
    if (seen.has(id)) return `duplicate curve preference ${id}`
    seen.add(id)
    if (!curves.includes(id)) return `curve preference ${id} is not supported by the current Go version`
  }
  return undefined
}
