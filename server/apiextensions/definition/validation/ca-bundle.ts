// Upstream: staging/src/k8s.io/apiserver/pkg/util/webhook/validation.go (ValidateCABundle), client-go/transport/transport.go (rootCertPool)
import { X509Certificate } from 'node:crypto'

const blocks = /-----BEGIN ([^-]+)-----\r?\n([\s\S]*?)-----END \1-----/g

function parses(pem: string): boolean {
  try {
    return new X509Certificate(pem) !== undefined
  } catch {
    return false
  }
}

/** Why a caBundle (base64, as in the API) holds no certificates; undefined where it does, or is empty. */
export function caBundleProblem(caBundle: string | undefined | null): string | undefined {
  if (!caBundle) return undefined
  const found = [...Buffer.from(caBundle, 'base64').toString().matchAll(blocks)]
  const certificates = found.filter(([, type]) => type === 'CERTIFICATE').map(([pem]) => pem)
  if (certificates.some(parses)) return undefined
  const why =
    certificates.length > 0
      ? 'failed to parse certificate: x509: malformed certificate'
      : found.length > 0
        ? 'no valid certificate authority data seen'
        : 'unable to parse bytes as PEM block'
  return `unable to load root certificates: ${why}`
}
