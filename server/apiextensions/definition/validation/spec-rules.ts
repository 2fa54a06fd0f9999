// Upstream: staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go
// (validateCustomResourceDefinitionSpec, validateCustomResourceDefinitionVersion)
import type { CustomResourceDefinitionSpec } from '../../../../api/apiextensions-v1.ts'
import { type FieldError, type FieldPath, field } from '../../../../apimachinery/field-error.ts'
import { isDNS1123Subdomain } from '../../../../apimachinery/validation/names.ts'
import { definitionDialect } from '../dialect.ts'
import { conversionErrors } from './conversion.ts'
import { hasStatus, type InternalSpec, type InternalVersion, schemasOf } from './internal-spec.ts'
import { enumErrors, labelErrors, missingNames, namesErrors } from './names.ts'
import { optionsOfVersion, type ValidationOptions } from './options.ts'
import { columnErrors, deprecationErrors, subresourceErrors } from './presentation.ts'
import { schemaErrors } from './schema-rules.ts'
import { hasDefaults, hasExtensions } from './schema-tree.ts'
import { selectableErrors } from './selectable-fields.ts'
import { shownVersions } from './shown-value.ts'

function groupErrors(group: string, path: FieldPath): FieldError[] {
  if (group === '') return [field.required(path, '')]
  const errors = isDNS1123Subdomain(group)
  if (errors.length > 0) return [field.invalid(path, group, errors.join(','))]
  return group.includes('.') ? [] : [field.invalid(path, group, 'should be a domain with at least one dot')]
}

function missingSchemas(spec: InternalSpec, path: FieldPath, options: ValidationOptions): FieldError[] {
  if (spec.validation?.openAPIV3Schema != null) return []
  const { requiresSchema, minor } = options
  if (!requiresSchema && spec.own.preserveUnknownFields === true) return []
  const required = definitionDialect(minor).namesFieldAgain ? 'schemas are required' : ''
  const text = requiresSchema ? required : 'because otherwise all fields are pruned'
  return spec.versions.flatMap(({ validation, own }, i) =>
    validation?.openAPIV3Schema != null || (!requiresSchema && own.served !== true)
      ? []
      : [field.required(path.child('versions').index(i).child('schema', 'openAPIV3Schema'), text)],
  )
}

/** A spec with defaults, rules or other extensions in its schemas, or that prunes, needs structural schemas. */
function withStructure(spec: InternalSpec, options: ValidationOptions): ValidationOptions {
  const schemas = schemasOf(spec)
  const needed =
    spec.own.preserveUnknownFields !== true || schemas.some(hasDefaults) || schemas.some(hasExtensions)
  return needed ? { ...options, requiresStructure: true } : options
}

function versionErrors(
  spec: InternalSpec,
  version: InternalVersion,
  path: FieldPath,
  options: ValidationOptions,
): FieldError[] {
  const { own, name, validation, columns, selectableFields, subresources } = version
  const status = hasStatus(spec.subresources ?? subresources)
  return [
    ...labelErrors(name, path.child('name')),
    ...deprecationErrors(own, path, options.minor),
    ...schemaErrors(validation, status, path.child('schema'), optionsOfVersion(options, name)),
    ...subresourceErrors(subresources, path.child('subresources'), options.minor),
    ...columns.flatMap((column, i) => columnErrors(column, path.child('additionalPrinterColumns').index(i))),
    ...selectableErrors(selectableFields, validation, { path, version: name }, options),
  ]
}

function versionListErrors(spec: InternalSpec, path: FieldPath, minor: number): FieldError[] {
  const { versions } = spec
  const names = versions.map(({ name }) => name)
  const stored = versions.filter(({ own }) => own.storage === true).length
  const wrong = (text: string): FieldError =>
    field.invalid(path.child('versions'), shownVersions(spec, minor), text)
  const first = names[0] ?? ''
  return [
    ...(new Set(names).size < names.length ? [wrong('must contain unique version names')] : []),
    ...(stored === 1 ? [] : [wrong('must have exactly one version marked as storage version')]),
    ...(first === '' ? [] : labelErrors(first, path.child('version'))),
  ]
}

/** What stands at the top of the spec since it is the same in all versions. */
function sharedErrors(spec: InternalSpec, path: FieldPath, options: ValidationOptions): FieldError[] {
  const anyStatus = [spec, ...spec.versions].some(({ subresources }) => hasStatus(subresources))
  const named = optionsOfVersion(options, spec.versions[0]?.name ?? '')
  return [
    ...schemaErrors(spec.validation, anyStatus, path.child('validation'), named),
    ...subresourceErrors(spec.subresources, path.child('subresources'), options.minor),
    ...spec.columns.flatMap((column, i) =>
      columnErrors(column, path.child('additionalPrinterColumns').index(i)),
    ),
    ...selectableErrors(spec.selectableFields, spec.validation, { path, version: '' }, options),
  ]
}

function specConversionErrors(
  { conversion, preserveUnknownFields }: CustomResourceDefinitionSpec,
  path: FieldPath,
  options: ValidationOptions,
): FieldError[] {
  if (conversion == null) return []
  const at = path.child('conversion')
  const { strategy = '' } = conversion
  const text = 'must be None if spec.preserveUnknownFields is true'
  return [
    ...(strategy !== 'None' && preserveUnknownFields === true
      ? [field.invalid(at.child('strategy'), strategy, text)]
      : []),
    ...conversionErrors(conversion, at, options),
  ]
}

function defaultsNeedPruning(spec: InternalSpec, path: FieldPath): FieldError[] {
  if (spec.own.preserveUnknownFields !== true || !schemasOf(spec).some(hasDefaults)) return []
  return [
    field.invalid(
      path.child('preserveUnknownFields'),
      true,
      'must be false in order to use defaults in the schema',
    ),
  ]
}

/** The errors of a spec, whatever was before. */
export function specErrors(spec: InternalSpec, path: FieldPath, given: ValidationOptions): FieldError[] {
  const options = withStructure(spec, given)
  const { own } = spec
  const names = own.names ?? {}
  return [
    ...groupErrors(own.group ?? '', path.child('group')),
    ...enumErrors(path.child('scope'), own.scope ?? '', ['Cluster', 'Namespaced']),
    ...missingSchemas(spec, path, options),
    ...defaultsNeedPruning(spec, path),
    ...spec.versions.flatMap((version, i) =>
      versionErrors(spec, version, path.child('versions').index(i), options),
    ),
    ...versionListErrors(spec, path, options.minor),
    ...missingNames(names, path.child('names')),
    ...namesErrors(names, path.child('names')),
    ...sharedErrors(spec, path, options),
    ...specConversionErrors(own, path, options),
  ]
}
