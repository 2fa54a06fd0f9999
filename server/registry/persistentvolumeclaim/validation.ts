// Upstream: pkg/apis/core/validation/validation.go (ValidatePersistentVolumeClaimSpec)

import type {
  PersistentVolumeClaim,
  PersistentVolumeClaimSpec,
  PersistentVolumeClaimTemplate,
  TypedObjectReference,
} from '../../../api/core-v1.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { badPath } from '../../../apimachinery/go-print/bad-value.ts'
import { getOwn } from '../../../apimachinery/json.ts'
import { validateLabelSelector } from '../../../apimachinery/validation/labels.ts'
import {
  isDNS1123Subdomain,
  nameIsDNSLabel,
  nameIsDNSSubdomain,
} from '../../../apimachinery/validation/names.ts'
import { type FeatureGateReader, gateEnabled } from '../../../featuregates/reader.ts'
import { validatePositiveQuantity, validateResourceQuantity } from '../core/resource-validation.ts'
import { validateTemplateMeta } from '../core/template-meta.ts'
import type { ServerContext } from '../generic/strategy.ts'
import { claimDialect } from './dialect.ts'

/** The release, gates and stored parts that a claim is validated by. */
export interface ClaimOptions {
  readonly minor: number
  readonly allowReadWriteOncePod: boolean
  readonly enableRecoverFromExpansionFailure: boolean
  readonly allowInvalidLabelValueInSelector: boolean
  readonly allowInvalidApiGroupInDataSource: boolean
  readonly enableVolumeAttributesClass: boolean
}

/** The options of a claim; `old` is the stored claim of an update. */
export function claimOptions(server: ServerContext, old?: PersistentVolumeClaim): ClaimOptions {
  const { gates } = server
  const { minor } = server.release
  const source = [old?.spec?.dataSource, old?.spec?.dataSourceRef]
  return {
    minor,
    allowReadWriteOncePod: allowsReadWriteOncePod(gates, old?.spec?.accessModes),
    enableRecoverFromExpansionFailure:
      gateEnabled(gates, 'RecoverVolumeExpansionFailure') ||
      old?.status?.allocatedResources != null ||
      old?.status?.allocatedResourceStatuses != null,
    allowInvalidLabelValueInSelector:
      validateLabelSelector(old?.spec?.selector, {}, FieldPath.root, minor).length > 0,
    allowInvalidApiGroupInDataSource:
      !claimDialect(minor).checksDataSourceGroups || source.some((s) => s?.apiGroup != null),
    enableVolumeAttributesClass:
      gateEnabled(gates, 'VolumeAttributesClass') || old?.spec?.volumeAttributesClassName != null,
  }
}

/** The options of a claim template in a pod; `old` is the stored template of an update. */
export const claimTemplateOptions = (
  server: ServerContext,
  old?: PersistentVolumeClaimTemplate,
): ClaimOptions => ({
  minor: server.release.minor,
  allowReadWriteOncePod: allowsReadWriteOncePod(server.gates, old?.spec?.accessModes),
  enableRecoverFromExpansionFailure: false,
  allowInvalidLabelValueInSelector:
    validateLabelSelector(old?.spec?.selector, {}, FieldPath.root, server.release.minor).length > 0,
  allowInvalidApiGroupInDataSource: !claimDialect(server.release.minor).checksDataSourceGroups,
  enableVolumeAttributesClass: gateEnabled(server.gates, 'VolumeAttributesClass'),
})

/** The errors of a claim template: metadata other than labels and annotations cannot be set. */
export const validateClaimTemplate = (
  template: PersistentVolumeClaimTemplate,
  path: FieldPath,
  options: ClaimOptions,
): FieldError[] => [
  ...validateTemplateMeta(template.metadata, path.child('metadata'), options.minor),
  ...validateClaimSpec(template.spec ?? {}, path.child('spec'), options),
]

const oncePod = 'ReadWriteOncePod'
const accessModes = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', oncePod]
/** The values of volumeMode. */
export const volumeModes = ['Block', 'Filesystem']

/** Whether an object may ask for ReadWriteOncePod: with the gate, or when it does already. `old`: the access modes that it has. */
export const allowsReadWriteOncePod = (
  gates: FeatureGateReader,
  old: readonly string[] | undefined,
): boolean => gateEnabled(gates, 'ReadWriteOncePod') || old?.includes(oncePod) === true

/** The errors of access modes: unknown ones, and ReadWriteOncePod beside others. `allowOncePod`: see {@link allowsReadWriteOncePod}. */
export function validateAccessModes(
  modes: readonly string[],
  allowOncePod: boolean,
  path: FieldPath,
): FieldError[] {
  const supported = allowOncePod ? accessModes : accessModes.filter((mode) => mode !== oncePod)
  const errors = modes
    .filter((mode) => !supported.includes(mode))
    .map((mode) => field.notSupported(path, mode, supported))
  const others = modes.some((mode) => mode !== oncePod && accessModes.includes(mode))
  if (modes.includes(oncePod) && others)
    errors.push(field.forbidden(path, 'may not use ReadWriteOncePod with other access modes'))
  return errors
}

/** The errors of a claim's spec. */
export function validateClaimSpec(
  spec: PersistentVolumeClaimSpec,
  path: FieldPath,
  options: ClaimOptions,
): FieldError[] {
  const errors: FieldError[] = []
  const { minor } = options
  if (!spec.accessModes?.length)
    errors.push(field.required(path.child('accessModes'), 'at least 1 access mode is required'))
  const { allowInvalidLabelValueInSelector } = options
  errors.push(
    ...validateLabelSelector(
      spec.selector,
      { allowInvalidLabelValueInSelector },
      path.child('selector'),
      minor,
    ),
  )
  errors.push(
    ...validateAccessModes(spec.accessModes ?? [], options.allowReadWriteOncePod, path.child('accessModes')),
  )
  errors.push(
    ...validateStorage(
      getOwn(spec.resources?.requests, 'storage'),
      path.child('resources').key('storage'),
      minor,
    ),
  )
  if (spec.storageClassName) errors.push(...subdomain(spec.storageClassName, path.child('storageClassName')))
  if (spec.volumeMode != null && !volumeModes.includes(spec.volumeMode))
    errors.push(field.notSupported(path.child('volumeMode'), spec.volumeMode, volumeModes))
  errors.push(...validateDataSources(spec, path, options))
  if (spec.volumeAttributesClassName && options.enableVolumeAttributesClass) {
    errors.push(...subdomain(spec.volumeAttributesClassName, path.child('volumeAttributesClassName')))
  }
  return errors
}

const subdomain = (name: string, path: FieldPath): FieldError[] =>
  nameIsDNSSubdomain(name, false).map((text) => field.invalid(path, name, text))

function validateStorage(size: string | undefined, path: FieldPath, minor: number): FieldError[] {
  if (size === undefined) return [field.required(path, '')]
  const errors = validatePositiveQuantity(size, path)
  return errors.length > 0 ? errors : validateResourceQuantity('storage', { storage: size }, path, minor)
}

function validateDataSources(
  spec: PersistentVolumeClaimSpec,
  path: FieldPath,
  options: ClaimOptions,
): FieldError[] {
  const errors: FieldError[] = []
  const { dataSource, dataSourceRef } = spec
  if (dataSource != null) errors.push(...validateDataSource(dataSource, path.child('dataSource'), options))
  if (dataSourceRef != null) {
    errors.push(...validateDataSource(dataSourceRef, path.child('dataSourceRef'), options))
    const { namespace } = dataSourceRef
    if (namespace)
      errors.push(
        ...nameIsDNSLabel(namespace, false, options.minor).map((text) =>
          field.invalid(path.child('dataSourceRef', 'namespace'), namespace, text),
        ),
      )
  }
  if (dataSource == null || dataSourceRef == null) return errors
  const shown = badPath('dataSource', options.minor)
  if (dataSourceRef.namespace)
    return [
      ...errors,
      field.invalid(path, shown, 'may not be specified when dataSourceRef.namespace is specified'),
    ]
  const same =
    (dataSource.apiGroup ?? undefined) === (dataSourceRef.apiGroup ?? undefined) &&
    dataSource.kind === dataSourceRef.kind &&
    dataSource.name === dataSourceRef.name
  return same ? errors : [...errors, field.invalid(path, shown, 'must match dataSourceRef')]
}

function validateDataSource(
  source: TypedObjectReference,
  path: FieldPath,
  options: ClaimOptions,
): FieldError[] {
  const errors: FieldError[] = []
  if (!source.name) errors.push(field.required(path.child('name'), ''))
  if (!source.kind) errors.push(field.required(path.child('kind'), ''))
  const group = source.apiGroup ?? ''
  if (group === '' && source.kind !== 'PersistentVolumeClaim') {
    errors.push(field.invalid(path, source.kind ?? '', claimDialect(options.minor).refusedDataSourceText))
  }
  if (group !== '' && !options.allowInvalidApiGroupInDataSource) {
    errors.push(
      ...isDNS1123Subdomain(group).map((text) => field.invalid(path.child('apiGroup'), group, text)),
    )
  }
  return errors
}
