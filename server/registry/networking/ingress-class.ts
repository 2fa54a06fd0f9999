// Upstream: pkg/apis/networking/validation/validation.go (ValidateIngressClass), pkg/apis/networking/v1/defaults.go

import type { IngressClass, IngressClassSpec } from '../../../api/networking-v1.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { validateDomainPrefixedPath } from '../../../apimachinery/validation/domain-prefixed.ts'
import { validateImmutableField } from '../../../apimachinery/validation/immutable.ts'
import { byteLength, tooLong } from '../../../apimachinery/validation/messages.ts'
import { nameIsDNSLabel } from '../../../apimachinery/validation/names.ts'
import { metaAgain } from '../core/object-meta-validation.ts'
import { subObject } from '../core/sub-object.ts'
import { extending } from '../generic/resource-row.ts'
import { validateResource } from './ingress.ts'

const specOf = (object: KubeObject): IngressClassSpec => (object as unknown as IngressClass).spec ?? {}
const specPath = FieldPath.of('spec')
function validateParameters({ parameters }: IngressClassSpec, minor: number): FieldError[] {
  if (parameters == null) return []
  const path = specPath.child('parameters')
  const { scope, namespace } = parameters
  const errors = validateResource(parameters, path, minor)
  if (scope == null) return [...errors, field.required(path.child('scope'), '')]
  if (scope !== 'Cluster' && scope !== 'Namespace')
    return [...errors, field.notSupported(path.child('scope'), scope, ['Cluster', 'Namespace'])]
  const at = path.child('namespace')
  if (scope === 'Cluster')
    return namespace == null
      ? errors
      : [...errors, field.forbidden(at, "`parameters.scope` is set to 'Cluster'")]
  if (namespace == null) return [...errors, field.required(at, "`parameters.scope` is set to 'Namespace'")]
  return [
    ...errors,
    ...nameIsDNSLabel(namespace, false, minor).map((text) => field.invalid(at, namespace, text)),
  ]
}

function validateSpec(spec: IngressClassSpec, minor: number): FieldError[] {
  const { controller = '' } = spec
  const path = specPath.child('controller')
  return [
    ...(byteLength(controller) > 250 ? [tooLong(path, 250, minor)] : []),
    ...validateDomainPrefixedPath(controller, path),
    ...validateParameters(spec, minor),
  ]
}

/** The strategy of IngressClasses. */
export const ingressClassRules = extending({
  setDefaults(object) {
    const { parameters } = subObject<IngressClassSpec>(object, 'spec')
    if (parameters != null) parameters.scope ??= 'Cluster'
  },
  validate: (ctx, object) => validateSpec(specOf(object), ctx.server.release.minor),
  validateUpdate: (ctx, object, old) => [
    ...validateImmutableField(
      specOf(object).controller ?? '',
      specOf(old).controller ?? '',
      specPath.child('controller'),
    ),
    ...metaAgain(ctx, object, false),
    ...validateSpec(specOf(object), ctx.server.release.minor),
  ],
})
