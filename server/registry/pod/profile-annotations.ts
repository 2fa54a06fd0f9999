// Upstream: pkg/apis/core/validation/validation.go (validateSeccompAnnotationsAndFields, validateAppArmorAnnotationsAndFieldsMatchOnCreate), pkg/api/pod/util.go (ApparmorFieldForAnnotation)

import type { AppArmorProfile, PodSpec, SeccompProfile } from '../../../api/core-v1.ts'
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { getOwn } from '../../../apimachinery/json.ts'
import { appArmorPrefix, seccompContainerPrefix, seccompPodAnnotation } from './annotations.ts'
import { containersWithPath } from './visit.ts'

type Annotations = Record<string, string> | undefined
type Profile = SeccompProfile | AppArmorProfile
const localhost = 'localhost/'

/** The errors of seccomp annotations that differ from the fields. */
export function validateSeccompMatch(annotations: Annotations, spec: PodSpec, path: FieldPath): FieldError[] {
  const errors = match(
    getOwn(annotations, seccompPodAnnotation),
    spec.securityContext?.seccompProfile,
    path.child('securityContext', 'seccompProfile'),
    'seccomp',
  )
  for (const { container, path: at } of containersWithPath(spec, path)) {
    const annotation = getOwn(annotations, `${seccompContainerPrefix}${container.name ?? ''}`)
    errors.push(
      ...match(
        annotation,
        container.securityContext?.seccompProfile,
        at.child('securityContext', 'seccompProfile'),
        'seccomp',
      ),
    )
  }
  return errors
}

/** The errors of AppArmor annotations that differ from the fields; none for Windows pods. */
export function validateAppArmorMatch(
  annotations: Annotations,
  spec: PodSpec,
  path: FieldPath,
): FieldError[] {
  if (spec.os?.name === 'windows') return []
  return containersWithPath(spec, path).flatMap(({ container, path: at }) => {
    const profile = container.securityContext?.appArmorProfile ?? spec.securityContext?.appArmorProfile
    return match(
      getOwn(annotations, `${appArmorPrefix}${container.name ?? ''}`),
      profile,
      at.child('securityContext', 'appArmorProfile'),
      'apparmor',
    )
  })
}

function match(
  annotation: string | undefined,
  profile: Profile | undefined,
  path: FieldPath,
  what: 'seccomp' | 'apparmor',
): FieldError[] {
  if (annotation === undefined || profile == null) return []
  const wrongType = [field.forbidden(path.child('type'), `${what} type in annotation and field must match`)]
  if (profile.type === 'Unconfined') return annotation === 'unconfined' ? [] : wrongType
  if (profile.type === 'RuntimeDefault') {
    return annotation === 'runtime/default' || (what === 'seccomp' && annotation === 'docker/default')
      ? []
      : wrongType
  }
  if (profile.type !== 'Localhost') return []
  if (!annotation.startsWith(localhost)) return wrongType
  if (profile.localhostProfile != null && annotation.slice(localhost.length) === profile.localhostProfile)
    return []
  return [
    field.forbidden(path.child('localhostProfile'), `${what} profile in annotation and field must match`),
  ]
}

/** The field that an AppArmor annotation stands for; undefined where it is none. */
export function appArmorForAnnotation(annotation: string): AppArmorProfile | undefined {
  if (annotation === 'unconfined') return { type: 'Unconfined' }
  if (annotation === 'runtime/default') return { type: 'RuntimeDefault' }
  if (!annotation.startsWith(localhost) || annotation === localhost) return undefined
  return { type: 'Localhost', localhostProfile: annotation.slice(localhost.length) }
}
