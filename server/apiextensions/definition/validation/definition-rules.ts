// Upstream: staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go
// (ValidateCustomResourceDefinition, …Update, ValidateUpdateCustomResourceDefinitionStatus)
import type { CustomResourceDefinitionSpec } from '../../../../api/apiextensions-v1.ts'
import { type FieldError, FieldPath, field } from '../../../../apimachinery/field-error.ts'
import { getOwn, type KubeObject } from '../../../../apimachinery/json.ts'
import { validateImmutableField } from '../../../../apimachinery/validation/immutable.ts'
import { nameIsDNSSubdomain } from '../../../../apimachinery/validation/names.ts'
import { validateObjectMeta } from '../../../../apimachinery/validation/object-meta.ts'
import type { ServerContext } from '../../../registry/generic/strategy.ts'
import { type Definition, definitionOf } from '../definition.ts'
import { definitionDialect } from '../dialect.ts'
import { approvalAnnotation, approvalOf, isProtectedGroup } from './api-approval.ts'
import { type InternalSpec, internalSpec } from './internal-spec.ts'
import { namesErrors } from './names.ts'
import type { ValidationOptions } from './options.ts'
import { optionsOfCreate, optionsOfUpdate } from './ratcheting.ts'
import { shownTexts } from './shown-value.ts'
import { specErrors } from './spec-rules.ts'

const specPath = FieldPath.of('spec')
const metadataPath = FieldPath.of('metadata')
const storedPath = FieldPath.of('status', 'storedVersions')

function metaErrors(object: KubeObject, { group, names }: CustomResourceDefinitionSpec, minor: number) {
  const wanted = `${names?.plural ?? ''}.${group ?? ''}`
  const nameErrors = (name: string, prefix: boolean): string[] => [
    ...nameIsDNSSubdomain(name, prefix),
    ...(name === wanted ? [] : ['must be spec.names.plural+"."+spec.group']),
  ]
  return validateObjectMeta(object.metadata, false, nameErrors, metadataPath, minor)
}

function storedErrors({ spec, status }: Definition, minor: number): FieldError[] {
  const { showsStoredVersions, missingStoredVersion } = definitionDialect(minor)
  const stored = status.storedVersions ?? []
  const shown = shownTexts(status.storedVersions, minor)
  if (stored.length === 0) return [field.invalid(storedPath, shown, 'must have at least one stored version')]
  // @note A version that stands twice is missed the second time.
  const left = new Map(stored.map((version, i) => [version, i]))
  const missing = (spec.versions ?? []).filter(
    ({ name = '', storage }) => !left.delete(name) && storage === true,
  )
  return [
    ...missing.map(({ name = '' }) =>
      field.invalid(storedPath, showsStoredVersions ? shown : name, `must have the storage version ${name}`),
    ),
    ...[...left].map(([version, i]) =>
      field.invalid(storedPath.index(i), version, missingStoredVersion(version)),
    ),
  ]
}

function approvalErrors({ object, spec }: Definition, old: KubeObject | undefined): FieldError[] {
  if (!isProtectedGroup(spec.group ?? '')) return []
  const { state, reason } = approvalOf(object)
  const isAsBefore = old !== undefined && approvalOf(old).state === state
  if (isAsBefore || state === 'approved' || state === 'bypassed') return []
  const path = metadataPath.child('annotations').key(approvalAnnotation)
  if (state === 'missing') return [field.required(path, reason)]
  return [field.invalid(path, getOwn(object.metadata.annotations, approvalAnnotation) ?? '', reason)]
}

function preserveErrors(spec: InternalSpec, old: InternalSpec | undefined): FieldError[] {
  if (old?.own.preserveUnknownFields === true || spec.own.preserveUnknownFields !== true) return []
  const text =
    'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead'
  return [field.invalid(specPath.child('preserveUnknownFields'), true, text)]
}

const statusErrors = ({ status }: Definition): FieldError[] =>
  namesErrors(status.acceptedNames ?? {}, FieldPath.of('status', 'acceptedNames'))

function restErrors(definition: Definition, old: Definition | undefined, minor: number): FieldError[] {
  return [
    ...statusErrors(definition),
    ...storedErrors(definition, minor),
    ...approvalErrors(definition, old?.object),
    ...preserveErrors(internalSpec(definition.spec), old && internalSpec(old.spec)),
  ]
}

/** The errors of a new definition, its metadata included. */
export function createErrors(object: KubeObject, server: ServerContext): FieldError[] {
  const definition = definitionOf(object, 0)
  const options = optionsOfCreate(server)
  return [
    ...metaErrors(object, definition.spec, options.minor),
    ...specErrors(internalSpec(definition.spec), specPath, options),
    ...restErrors(definition, undefined, options.minor),
  ]
}

function changedErrors(
  { own }: InternalSpec,
  { own: old }: InternalSpec,
  options: ValidationOptions,
): FieldError[] {
  const names = specPath.child('names')
  const same = (now: unknown, before: unknown, path: FieldPath): FieldError[] =>
    validateImmutableField(now ?? '', before ?? '', path)
  return [
    ...(options.requiresSameNames
      ? [
          ...same(own.scope, old.scope, specPath.child('scope')),
          ...same(own.names?.kind, old.names?.kind, names.child('kind')),
        ]
      : []),
    ...same(own.group, old.group, specPath.child('group')),
    ...same(own.names?.plural, old.names?.plural, names.child('plural')),
  ]
}

/** The errors of an updated definition; what is stored already may stay wrong where upstream lets it. */
export function updateErrors(object: KubeObject, oldObject: KubeObject, server: ServerContext): FieldError[] {
  const definition = definitionOf(object, 0)
  const old = definitionOf(oldObject, 0)
  const [spec, oldSpec] = [internalSpec(definition.spec), internalSpec(old.spec)]
  const options = optionsOfUpdate(spec, oldSpec, old, server)
  return [
    ...specErrors(spec, specPath, options),
    ...changedErrors(spec, oldSpec, options),
    ...restErrors(definition, old, options.minor),
  ]
}

/** The errors of an updated status. */
export const statusUpdateErrors = (object: KubeObject): FieldError[] => statusErrors(definitionOf(object, 0))
