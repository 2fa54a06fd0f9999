// Upstream: pkg/apis/core/validation/validation.go (validateProjectionSources: trust bundles and pod certificates)

import type { ClusterTrustBundleProjection, PodCertificateProjection } from '../../../api/core-v1.ts'
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { validateLabelSelector } from '../../../apimachinery/validation/labels.ts'
import { validateLocalNonReservedPath } from '../core/paths.ts'
import {
  clusterTrustBundleNameErrors,
  isKubernetesSignerName,
  signerOfClusterTrustBundle,
  validateSignerName,
} from '../core/signer-name.ts'
import { validateUserAnnotations } from '../core/user-annotations.ts'
import type { ClaimPath } from './claim-path.ts'
import { podDialect } from './dialect.ts'
import type { PodValidationOptions } from './validation-options.ts'

/** The errors of a projected ClusterTrustBundle. `claim` takes its path among the volume's files. */
export function validateClusterTrustBundle(
  source: ClusterTrustBundleProjection,
  path: FieldPath,
  claim: ClaimPath,
  options: PodValidationOptions,
): FieldError[] {
  const errors: FieldError[] = []
  const { name, signerName } = source
  if (name != null && signerName != null) {
    errors.push(
      field.invalid(
        path,
        badValue(source, 'core.ClusterTrustBundleProjection', options.minor),
        'only one of name and signerName may be used',
      ),
    )
  } else if (name != null) errors.push(...validateBundleName(name, source, path, options))
  else if (signerName != null) {
    if (signerName === '')
      errors.push(field.required(path.child('signerName'), 'must be a valid signer name'))
    errors.push(...validateSignerName(path.child('signerName'), signerName, options.minor))
    errors.push(
      ...validateLabelSelector(source.labelSelector, {}, path.child('labelSelector'), options.minor),
    )
  } else errors.push(field.required(path, 'either name or signerName must be specified'))
  if (!source.path) errors.push(field.required(path.child('path'), ''))
  errors.push(...validateLocalNonReservedPath(source.path ?? '', path.child('path')))
  return [...errors, ...claim(source.path ?? '', source.path ?? '')]
}

function validateBundleName(
  name: string,
  source: ClusterTrustBundleProjection,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const errors: FieldError[] = []
  if (name === '') errors.push(field.required(path.child('name'), 'must be a valid object name'))
  for (const text of clusterTrustBundleNameErrors(signerOfClusterTrustBundle(name) ?? '', name)) {
    errors.push(field.invalid(path.child('name'), name, `not a valid clustertrustbundlename: ${text}`))
  }
  if (source.labelSelector != null) {
    const shown = badValue(source.labelSelector, 'v1.LabelSelector', options.minor)
    errors.push(
      field.invalid(path.child('labelSelector'), shown, 'labelSelector must be unset if name is specified'),
    )
  }
  return errors
}

const keyTypes = ['RSA3072', 'RSA4096', 'ECDSAP256', 'ECDSAP384', 'ECDSAP521', 'ED25519']
const day = 24 * 60 * 60

/** The errors of a projected pod certificate. `claim` takes its paths among the volume's files. */
export function validatePodCertificate(
  source: PodCertificateProjection,
  path: FieldPath,
  claim: ClaimPath,
  options: PodValidationOptions,
): FieldError[] {
  const signer = source.signerName ?? ''
  const errors = validateSignerName(path.child('signerName'), signer, options.minor)
  if (source.userAnnotations !== undefined && podDialect(options.minor).checksCertificateAnnotations)
    errors.push(
      ...validateUserAnnotations(source.userAnnotations, path.child('userAnnotations'), options.minor),
    )
  if (!keyTypes.includes(source.keyType ?? ''))
    errors.push(field.notSupported(path.child('keyType'), source.keyType ?? '', keyTypes))
  const seconds = source.maxExpirationSeconds
  if (seconds !== undefined) {
    const at = path.child('maxExpirationSeconds')
    const max = isKubernetesSignerName(signer) ? day : 91 * day
    if (seconds < 3600)
      errors.push(field.invalid(at, seconds, 'if provided, maxExpirationSeconds must be >= 3600'))
    if (seconds > max)
      errors.push(field.invalid(at, seconds, `if provided, maxExpirationSeconds must be <= ${max}`))
  }
  const paths = (['credentialBundlePath', 'keyPath', 'certificateChainPath'] as const).filter(
    (name) => source[name],
  )
  for (const name of paths) {
    errors.push(
      ...validateLocalNonReservedPath(source[name]!, path.child(name)),
      ...claim(source[name]!, source[name]!),
    )
  }
  if (paths.length === 0)
    errors.push(
      field.required(path, 'specify at least one of credentialBundlePath, keyPath, and certificateChainPath'),
    )
  return errors
}
