// Upstream: pkg/apis/core/validation/names.go
import { type FieldError, type FieldPath, field, goQuote } from '../../../apimachinery/field-error.ts'
import { byteLength, tooLong } from '../../../apimachinery/validation/messages.ts'
import {
  isDNS1123Label,
  isDNS1123Subdomain,
  nameIsDNSSubdomain,
} from '../../../apimachinery/validation/names.ts'
import { registryDialect } from '../dialect.ts'

/** Whether a signer is one of Kubernetes' own: in the domain kubernetes.io. */
export function isKubernetesSignerName(signer: string): boolean {
  const host = signer.split('/')[0]!
  return host === 'kubernetes.io' || host.endsWith('.kubernetes.io')
}

/** `domain/path` of at most 571 bytes. */
export function validateSignerName(path: FieldPath, signer: string, minor: number): FieldError[] {
  if (signer === '')
    return [
      field.required(path, registryDialect(minor).explainsRequests ? 'signerName must be provided' : ''),
    ]
  const segments = signer.split('/')
  if (segments.length !== 2) {
    return [
      field.invalid(
        path,
        signer,
        "must be a fully qualified domain and path of the form 'example.com/signer-name'",
      ),
    ]
  }
  const [domain, name] = segments as [string, string]
  const errors: FieldError[] = []
  if (byteLength(domain) > 253) errors.push(tooLong(path, 253, minor))
  const labels = domain.split('.')
  for (const label of labels) {
    const texts = isDNS1123Label(label, minor)
    errors.push(
      ...texts.map((text) => field.invalid(path, domain, `validating label ${goQuote(label)}: ${text}`)),
    )
    if (texts.length > 0) break
  }
  if (labels.length < 2)
    errors.push(
      field.invalid(path, domain, 'should be a domain with at least two segments separated by dots'),
    )
  for (const label of name.split('.')) {
    const texts = isDNS1123Subdomain(label)
    errors.push(
      ...texts.map((text) => field.invalid(path, name, `validating label ${goQuote(label)}: ${text}`)),
    )
    if (texts.length > 0) break
  }
  if (byteLength(signer) > 571) errors.push(tooLong(path, 571, minor))
  return errors
}

/** Names of ClusterTrustBundles: free of colons without a signer, `signer:with:colons:name` with one. */
export function clusterTrustBundleNameErrors(signer: string, name: string, isPrefix = false): string[] {
  if (signer === '') {
    return name.includes(':')
      ? ['ClusterTrustBundle without signer name must not have ":" in its name']
      : nameIsDNSSubdomain(name, isPrefix)
  }
  const prefix = `${signer.replaceAll('/', ':')}:`
  if (!name.startsWith(prefix)) {
    return [`ClusterTrustBundle for signerName ${signer} must be named with prefix ${prefix}`]
  }
  return nameIsDNSSubdomain(name.slice(prefix.length), isPrefix)
}

/** The signer that the name of a ClusterTrustBundle speaks of. */
export function signerOfClusterTrustBundle(name: string): string | undefined {
  const colon = name.lastIndexOf(':')
  return colon === -1 ? undefined : name.slice(0, colon).replaceAll(':', '/')
}
