// Upstream: staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go
import { eachFinding, type FieldError, type FieldPath, field } from '../field-error.ts'
import { badValue } from '../go-print/bad-value.ts'
import { goStrings } from '../go-print/go-type.ts'
import { goSyntax } from '../go-print/syntax.ts'
import type { ObjectMeta } from '../json.ts'
import { validateImmutableField, validateNonnegativeField } from './immutable.ts'
import { isQualifiedName } from './label-names.ts'
import { validateLabels } from './labels.ts'
import { validateManagedFields } from './managed-fields.ts'
import { byteLength, tooLong } from './messages.ts'
import { isDNS1123Label, type NameValidator } from './names.ts'
import { validateOwnerReferences } from './owner-references.ts'

const totalAnnotationSize = 256 * 1024

/** The errors of annotations. Keys are compared without regard to case; keys and values have at most 256 KiB in all. */
export function validateAnnotations(
  annotations: Record<string, string> | undefined,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const keys = Object.keys(annotations ?? {})
  const errors = eachFinding(keys, (key) =>
    isQualifiedName(key.toLowerCase(), minor).map((text) => field.invalid(path, key, text)),
  )
  const size = keys.reduce((sum, key) => sum + byteLength(key) + byteLength(annotations![key] ?? ''), 0)
  return size > totalAnnotationSize ? [...errors, tooLong(path, totalAnnotationSize, minor)] : errors
}

/** The errors of a finalizer as field errors at `path`. */
export function validateFinalizerName(name: string, path: FieldPath, minor: number): FieldError[] {
  return isQualifiedName(name, minor).map((text) => field.invalid(path, name, text))
}

/** The errors of `metadata.finalizers`; `orphan` and `foregroundDeletion` exclude each other. */
export function validateFinalizers(
  finalizers: readonly string[] | undefined,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const list = finalizers ?? []
  const errors = eachFinding(list, (name) => validateFinalizerName(name, path, minor))
  if (!list.includes('orphan') || !list.includes('foregroundDeletion')) return errors
  const text = 'finalizer orphan and foregroundDeletion cannot be both set'
  return [...errors, field.invalid(path, badValue(finalizers, '[]string', minor), text)]
}

/** The error where an object that is being deleted gets more finalizers. */
export function validateNoNewFinalizers(
  finalizers: readonly string[],
  old: readonly string[],
  path: FieldPath,
): FieldError[] {
  const known = new Set(old)
  const extra = [...new Set(finalizers.filter((f) => !known.has(f)))].sort()
  if (extra.length === 0) return []
  const list = goSyntax(extra, goStrings)
  return [
    field.forbidden(
      path,
      `no new finalizers can be added if the object is being deleted, found new finalizers ${list}`,
    ),
  ]
}

/** The errors of the metadata of a new object. @param name the validator of the resource's names */
export function validateObjectMeta(
  meta: ObjectMeta,
  namespaced: boolean,
  name: NameValidator,
  path: FieldPath,
  minor: number,
): FieldError[] {
  return [
    ...validateObjectName(meta, name, path, minor),
    ...validateNamespaceField(meta, namespaced, path.child('namespace'), minor),
    ...validateNonnegativeField(meta.generation ?? 0, path.child('generation')),
    ...validateLabels(meta.labels, path.child('labels'), minor),
    ...validateAnnotations(meta.annotations, path.child('annotations'), minor),
    ...validateOwnerReferences(meta.ownerReferences ?? [], path.child('ownerReferences'), minor),
    ...validateFinalizers(meta.finalizers, path.child('finalizers'), minor),
    ...validateManagedFields(meta.managedFields ?? [], path.child('managedFields'), minor),
  ]
}

/** The errors of {@link validateObjectMeta} that are about the name or its prefix. */
export function validateObjectName(
  meta: ObjectMeta,
  name: NameValidator,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const errors: FieldError[] = []
  if (meta.generateName)
    for (const text of name(meta.generateName, true, minor))
      errors.push(field.invalid(path.child('generateName'), meta.generateName, text))
  if (!meta.name) errors.push(field.required(path.child('name'), 'name or generateName is required'))
  else
    for (const text of name(meta.name, false, minor))
      errors.push(field.invalid(path.child('name'), meta.name, text))
  return errors
}

function validateNamespaceField(
  meta: ObjectMeta,
  namespaced: boolean,
  path: FieldPath,
  minor: number,
): FieldError[] {
  if (!namespaced) return meta.namespace ? [field.forbidden(path, 'not allowed on this type')] : []
  if (!meta.namespace) return [field.required(path, '')]
  return isDNS1123Label(meta.namespace, minor).map((text) => field.invalid(path, meta.namespace, text))
}

/** Those of {@link validateObjectMetaUpdate} that the stored object has a part in. */
export function validateMetaChange(
  meta: ObjectMeta,
  old: ObjectMeta,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const errors: FieldError[] = []
  if (old.deletionTimestamp)
    errors.push(
      ...validateNoNewFinalizers(meta.finalizers ?? [], old.finalizers ?? [], path.child('finalizers')),
    )
  if (!meta.resourceVersion)
    errors.push(field.invalid(path.child('resourceVersion'), '', 'must be specified for an update'))
  if ((meta.generation ?? 0) < (old.generation ?? 0))
    errors.push(field.invalid(path.child('generation'), meta.generation ?? 0, 'must not be decremented'))
  return [...errors, ...immutableFields(meta, old, path, minor)]
}

/**
 * The errors of an update's metadata against the stored object's: immutable fields, and those that any write must keep
 * valid.
 */
export function validateObjectMetaUpdate(
  meta: ObjectMeta,
  old: ObjectMeta,
  path: FieldPath,
  minor: number,
): FieldError[] {
  return [
    ...validateMetaChange(meta, old, path, minor),
    ...validateLabels(meta.labels, path.child('labels'), minor),
    ...validateAnnotations(meta.annotations, path.child('annotations'), minor),
    ...validateOwnerReferences(meta.ownerReferences ?? [], path.child('ownerReferences'), minor),
    ...validateManagedFields(meta.managedFields ?? [], path.child('managedFields'), minor),
  ]
}

function immutableFields(meta: ObjectMeta, old: ObjectMeta, path: FieldPath, minor: number): FieldError[] {
  const text = { type: 'string', minor }
  const time = { type: '*v1.Time', minor }
  const pair = (key: 'name' | 'namespace' | 'uid'): FieldError[] =>
    validateImmutableField(meta[key] ?? '', old[key] ?? '', path.child(key), text)
  const stamp = (key: 'creationTimestamp' | 'deletionTimestamp'): FieldError[] =>
    validateImmutableField(meta[key], old[key], path.child(key), time)
  const seconds = meta.deletionGracePeriodSeconds
  return [
    ...pair('name'),
    ...pair('namespace'),
    ...pair('uid'),
    ...stamp('creationTimestamp'),
    ...stamp('deletionTimestamp'),
    ...validateImmutableField(
      seconds,
      old.deletionGracePeriodSeconds,
      path.child('deletionGracePeriodSeconds'),
    ),
  ]
}
