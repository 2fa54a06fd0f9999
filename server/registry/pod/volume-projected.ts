// Upstream: pkg/apis/core/validation/validation.go (validateProjectionSources)

import type {
  ConfigMapProjection,
  DownwardAPIVolumeFile,
  ProjectedVolumeSource,
  ServiceAccountTokenProjection,
  VolumeProjection,
} from '../../../api/core-v1.ts'
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { validateLocalNonReservedPath } from '../core/paths.ts'
import type { ClaimPath } from './claim-path.ts'
import { podDialect } from './dialect.ts'
import { validateDownwardApiFile } from './field-selectors.ts'
import { validateFileMode } from './file-mode.ts'
import { validateKeyToPath } from './key-to-path.ts'
import type { PodValidationOptions } from './validation-options.ts'
import { validateClusterTrustBundle, validatePodCertificate } from './volume-projected-certificates.ts'

/** The errors of a projected volume; files of its sources must not have one path. */
export function validateProjected(
  source: ProjectedVolumeSource,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const errors = validateFileMode(source.defaultMode, path.child('defaultMode'))
  const taken = new Set<string>()
  const claim: ClaimPath = (filePath, value) => {
    if (taken.has(filePath)) return [field.invalid(path, value, 'conflicting duplicate paths')]
    taken.add(filePath)
    return []
  }
  source.sources?.forEach((projection, i) => {
    errors.push(...validateProjection(projection, path, path.child('sources').index(i), claim, options))
  })
  return errors
}

function validateProjection(
  source: VolumeProjection,
  path: FieldPath,
  at: FieldPath,
  claim: ClaimPath,
  options: PodValidationOptions,
): FieldError[] {
  const errors: FieldError[] = []
  let count = 0
  if (source.secret && ++count) errors.push(...validateKeyed(source.secret, at.child('secret'), claim))
  if (source.configMap && ++count)
    errors.push(...validateKeyed(source.configMap, at.child('configMap'), claim))
  if (source.downwardAPI && ++count)
    errors.push(...validateFiles(source.downwardAPI.items ?? [], at.child('downwardAPI'), claim, options))
  if (source.serviceAccountToken && ++count)
    errors.push(...validateToken(source.serviceAccountToken, path, at.child('serviceAccountToken'), options))
  if (source.clusterTrustBundle && ++count) {
    const name = podDialect(options.minor).trustBundleField
    errors.push(...validateClusterTrustBundle(source.clusterTrustBundle, at.child(name), claim, options))
  }
  if (source.podCertificate && ++count)
    errors.push(...validatePodCertificate(source.podCertificate, at.child('podCertificate'), claim, options))
  if (count > 1) errors.push(field.forbidden(at, podDialect(options.minor).severalSourcesText))
  return errors
}

function validateKeyed(source: ConfigMapProjection, path: FieldPath, claim: ClaimPath): FieldError[] {
  const errors = source.name ? [] : [field.required(path.child('name'), '')]
  source.items?.forEach((item, i) => {
    errors.push(...validateKeyToPath(item, path.child('items').index(i)))
    if (item.path) errors.push(...claim(item.path, source.name ?? ''))
  })
  return errors
}

function validateFiles(
  files: readonly DownwardAPIVolumeFile[],
  path: FieldPath,
  claim: ClaimPath,
  options: PodValidationOptions,
): FieldError[] {
  return files.flatMap((file) => [
    ...validateDownwardApiFile(file, path, options),
    ...(file.path ? claim(file.path, file.path) : []),
  ])
}

/** @note The path of the token is reported at the volume itself. */
function validateToken(
  source: ServiceAccountTokenProjection,
  path: FieldPath,
  at: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const errors: FieldError[] = []
  const seconds = source.expirationSeconds ?? 0
  if (seconds < 600)
    errors.push(
      field.invalid(
        at.child('expirationSeconds'),
        seconds,
        'may not specify a duration less than 10 minutes',
      ),
    )
  if (seconds > 2 ** 32)
    errors.push(
      field.invalid(
        at.child('expirationSeconds'),
        seconds,
        'may not specify a duration larger than 2^32 seconds',
      ),
    )
  if (!source.path) errors.push(field.required(path.child('path'), ''))
  else if (!options.allowNonLocalProjectedTokenPath)
    errors.push(...validateLocalNonReservedPath(source.path, path.child('path')))
  return errors
}
