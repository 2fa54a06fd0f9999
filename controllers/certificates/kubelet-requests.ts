// What kubelets may ask certificates for. Upstream: pkg/apis/certificates/helpers.go
import type { ReadRequest } from '../../component-base/certificate-signing.ts'

const same = (usages: readonly string[], wanted: readonly string[]): boolean =>
  [...new Set(usages)].sort().join() === [...wanted].sort().join()

/** With a key that is no RSA key, nothing is enciphered. */
const usagesFor = (side: 'server auth' | 'client auth') => ({
  all: ['digital signature', 'key encipherment', side].sort(),
  least: ['digital signature', side].sort(),
})

function usageError(usages: readonly string[], side: 'server auth' | 'client auth'): string | undefined {
  const { all, least } = usagesFor(side)
  if (same(usages, all) || same(usages, least)) return undefined
  return `usages did not match [${all.join(' ')}]`
}

const isNodeGroup = ({ organizations }: ReadRequest): boolean =>
  organizations.length === 1 && organizations[0] === 'system:nodes'
const notNodeGroup = 'subject organization is not system:nodes'

const nameError = ({ commonName }: ReadRequest): string | undefined =>
  commonName.startsWith('system:node:') ? undefined : 'subject common name does not begin with system:node:'

/** Why a request is none for a kubelet's serving certificate; undefined where it is. */
export function servingRequestError(request: ReadRequest, usages: readonly string[]): string | undefined {
  if (!isNodeGroup(request)) return notNodeGroup
  if (request.dnsNames.length === 0 && request.ipAddresses.length === 0)
    return 'DNS or IP subjectAltName is required'
  if (request.emailAddresses.length > 0) return 'Email subjectAltNames are not allowed'
  if (request.uris.length > 0) return 'URI subjectAltNames are not allowed'
  return usageError(usages, 'server auth') ?? nameError(request)
}

/** Why a request is none for the certificate that a kubelet shows kube-apiserver; undefined where it is. */
export function clientRequestError(request: ReadRequest, usages: readonly string[]): string | undefined {
  if (!isNodeGroup(request)) return notNodeGroup
  if (request.dnsNames.length > 0) return 'DNS subjectAltNames are not allowed'
  if (request.emailAddresses.length > 0) return 'Email subjectAltNames are not allowed'
  if (request.ipAddresses.length > 0) return 'IP subjectAltNames are not allowed'
  if (request.uris.length > 0) return 'URI subjectAltNames are not allowed'
  return nameError(request) ?? usageError(usages, 'client auth')
}
