// Upstream: pkg/registry/core/namespace/strategy.go, pkg/apis/core/validation/validation.go (ValidateNamespace…)

import type { NamespaceSpec } from '../../../api/core-v1.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { nameIsDNSLabel } from '../../../apimachinery/validation/names.ts'
import { validateFinalizerName } from '../../../apimachinery/validation/object-meta.ts'
import { validateKubeFinalizerName, validateKubeFinalizers } from '../core/kube-finalizers.ts'
import { metaAsNew } from '../core/object-meta-validation.ts'
import { subObject } from '../core/sub-object.ts'
import type { ResourceRules } from '../generic/resource-row.ts'
import type { Strategy } from '../generic/strategy.ts'

const specOf = (object: KubeObject): NamespaceSpec => subObject(object, 'spec')
const phaseOf = (object: KubeObject): string =>
  (object['status'] as { phase?: string } | undefined)?.phase ?? ''
const finalizersPath = FieldPath.of('spec', 'finalizers')

/** Every namespace carries its name as a label. */
function setNameLabel(object: KubeObject): void {
  const { name } = object.metadata
  if (name) object.metadata.labels = { ...object.metadata.labels, 'kubernetes.io/metadata.name': name }
}

function setDefaults(object: KubeObject): void {
  setNameLabel(object)
  if (phaseOf(object) === '')
    object['status'] = { ...(object['status'] as object | undefined), phase: 'Active' }
}

function validateFinalizer(name: string, path: FieldPath, minor: number): FieldError[] {
  return [...validateFinalizerName(name, path, minor), ...validateKubeFinalizerName(name, path)]
}

const validateNamespace = (object: KubeObject, minor: number): FieldError[] => [
  ...validateKubeFinalizers(object.metadata),
  ...(specOf(object).finalizers ?? []).flatMap((name) => validateFinalizer(name, finalizersPath, minor)),
]

const common: Pick<Strategy, 'validateName' | 'setDefaults' | 'canonicalize'> = {
  validateName: (name, prefix, server) => nameIsDNSLabel(name, prefix, server.release.minor),
  setDefaults,
  canonicalize: setNameLabel,
}

const strategy: Strategy = {
  ...common,
  resetFields: [['status']],
  prepareForCreate(_ctx, object) {
    object['status'] = { phase: 'Active' }
    const finalizers = specOf(object).finalizers ?? []
    if (!finalizers.includes('kubernetes')) specOf(object).finalizers = [...finalizers, 'kubernetes']
  },
  prepareForUpdate(_ctx, object, old) {
    const { finalizers } = specOf(old)
    if (finalizers === undefined) delete specOf(object).finalizers
    else specOf(object).finalizers = finalizers
    object['status'] = old['status']
  },
  validate: (ctx, object) => validateNamespace(object, ctx.server.release.minor),
  validateUpdate: (ctx, object) => [
    ...metaAsNew(ctx, object, false, nameIsDNSLabel),
    ...validateNamespace(object, ctx.server.release.minor),
    ...validateKubeFinalizers(object.metadata),
  ],
  selectableFields: (object) => ({ 'status.phase': phaseOf(object) }),
}

const statusStrategy: Strategy = {
  ...common,
  resetFields: [['spec']],
  prepareForUpdate(_ctx, object, old) {
    object['spec'] = old['spec']
  },
  validateUpdate(ctx, object) {
    const deleting = object.metadata.deletionTimestamp !== undefined
    const wanted = deleting ? 'Terminating' : 'Active'
    const errors = validateKubeFinalizers(object.metadata)
    if (phaseOf(object) === wanted) return errors
    const text = `may only be '${wanted}' if \`deletionTimestamp\` is ${deleting ? 'not ' : ''}empty`
    const value = badValue(phaseOf(object), 'string', ctx.server.release.minor)
    return [...errors, field.invalid(FieldPath.of('status', 'Phase'), value, text)]
  },
}

const finalizeStrategy: Strategy = {
  ...common,
  resetFields: [['status']],
  prepareForUpdate(_ctx, object, old) {
    object['status'] = old['status']
  },
  validateUpdate: (ctx, object) => [
    ...validateKubeFinalizers(object.metadata),
    ...(specOf(object).finalizers ?? []).flatMap((name, i) =>
      validateFinalizer(name, finalizersPath.index(i), ctx.server.release.minor),
    ),
  ],
}

/** The strategy of Namespaces, their status and finalizers. */
export const namespaceRules: ResourceRules = {
  strategy,
  subresources: { status: statusStrategy, finalize: finalizeStrategy },
}
