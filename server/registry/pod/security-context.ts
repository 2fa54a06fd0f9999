// Upstream: pkg/apis/core/validation/validation.go (ValidateSecurityContext, validatePodSpecSecurityContext, profiles)

import type {
  AppArmorProfile,
  PodSecurityContext,
  PodSpec,
  SeccompProfile,
  SecurityContext,
} from '../../../api/core-v1.ts'
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { byteLength, tooLongMaxLength } from '../../../apimachinery/validation/messages.ts'
import { isValidGroupID, isValidUserID } from '../../../apimachinery/validation/ports.ts'
import { validateLocalDescendingPath } from '../core/paths.ts'
import { podDialect } from './dialect.ts'
import { validateSysctls } from './sysctls.ts'
import type { PodValidationOptions } from './validation-options.ts'
import { validateWindowsOptions } from './windows.ts'

const validateIDs = (
  context: SecurityContext & PodSecurityContext,
  path: FieldPath,
  names: readonly ('fsGroup' | 'runAsUser' | 'runAsGroup')[],
): FieldError[] =>
  names.flatMap((name) => {
    const id = context[name]
    if (id == null) return []
    return (name === 'runAsUser' ? isValidUserID : isValidGroupID)(id).map((text) =>
      field.invalid(path.child(name), id, text),
    )
  })

/** The security context of a container. `hostUsers`: the pod shares the host's user namespace. */
export function validateSecurityContext(
  context: SecurityContext | undefined,
  path: FieldPath,
  hostUsers: boolean,
  options: PodValidationOptions,
): FieldError[] {
  if (context == null) return []
  const errors: FieldError[] = []
  if (context.privileged && !options.allowPrivileged)
    errors.push(field.forbidden(path.child('privileged'), 'disallowed by cluster policy'))
  errors.push(...validateIDs(context, path, ['runAsUser', 'runAsGroup']))
  const { procMount } = context
  if (procMount != null) {
    if (procMount !== 'Default' && procMount !== 'Unmasked')
      errors.push(field.notSupported(path.child('procMount'), procMount, ['Default', 'Unmasked']))
    if (hostUsers && procMount === 'Unmasked' && podDialect(options.minor).checksUnmaskedProc)
      errors.push(
        field.invalid(path.child('procMount'), procMount, '`hostUsers` must be false to use `Unmasked`'),
      )
  }
  errors.push(...validateSeccompProfile(context.seccompProfile, path.child('seccompProfile'), options.minor))
  if (context.allowPrivilegeEscalation === false) {
    const shown = badValue(context, 'core.SecurityContext', options.minor)
    if (context.privileged)
      errors.push(
        field.invalid(path, shown, 'cannot set `allowPrivilegeEscalation` to false and `privileged` to true'),
      )
    for (const capability of context.capabilities?.add ?? []) {
      if (capability === 'CAP_SYS_ADMIN')
        errors.push(
          field.invalid(
            path,
            shown,
            'cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN',
          ),
        )
    }
  }
  errors.push(...validateWindowsOptions(context.windowsOptions, path.child('windowsOptions')))
  return [
    ...errors,
    ...validateAppArmorProfile(context.appArmorProfile, path.child('appArmorProfile'), options.minor),
  ]
}

/** The errors of a pod's security context; null and undefined are valid. */
export function validatePodSecurityContext(
  spec: PodSpec,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const context = spec.securityContext
  if (context == null) return []
  const errors = validateIDs(context, path, ['fsGroup', 'runAsUser', 'runAsGroup'])
  context.supplementalGroups?.forEach((id, i) => {
    errors.push(
      ...isValidGroupID(id).map((text) => field.invalid(path.child('supplementalGroups').index(i), id, text)),
    )
  })
  if (spec.shareProcessNamespace && spec.hostPID) {
    errors.push(
      field.invalid(
        path.child('shareProcessNamespace'),
        true,
        'ShareProcessNamespace and HostPID cannot both be enabled',
      ),
    )
  }
  errors.push(...validateSysctls(spec, path.child('sysctls'), options))
  errors.push(
    ...oneOf(context.fsGroupChangePolicy, ['Always', 'OnRootMismatch'], path.child('fsGroupChangePolicy')),
  )
  errors.push(...validateSeccompProfile(context.seccompProfile, path.child('seccompProfile'), options.minor))
  errors.push(...validateWindowsOptions(context.windowsOptions, path.child('windowsOptions')))
  errors.push(
    ...validateAppArmorProfile(context.appArmorProfile, path.child('appArmorProfile'), options.minor),
  )
  errors.push(
    ...oneOf(context.supplementalGroupsPolicy, ['Merge', 'Strict'], path.child('supplementalGroupsPolicy')),
  )
  const policies = options.allowOnlyRecursiveSELinuxChangePolicy
    ? ['Recursive']
    : ['MountOption', 'Recursive']
  return [...errors, ...oneOf(context.seLinuxChangePolicy, policies, path.child('seLinuxChangePolicy'))]
}

const oneOf = (value: string | undefined, supported: readonly string[], path: FieldPath): FieldError[] =>
  value == null || supported.includes(value) ? [] : [field.notSupported(path, value, supported)]

const profileTypes = ['Localhost', 'RuntimeDefault', 'Unconfined']

function validateSeccompProfile(
  profile: SeccompProfile | undefined,
  path: FieldPath,
  minor: number,
): FieldError[] {
  if (profile == null) return []
  const errors: FieldError[] = []
  const { type = '', localhostProfile } = profile
  if (type === '')
    errors.push(field.required(path.child('type'), 'type is required when seccompProfile is set'))
  else errors.push(...oneOf(type, profileTypes, path.child('type')))
  const at = path.child('localhostProfile')
  if (type === 'Localhost') {
    if (localhostProfile == null)
      errors.push(field.required(at, 'must be set when seccomp type is Localhost'))
    else errors.push(...validateLocalDescendingPath(localhostProfile, at))
  } else if (localhostProfile != null)
    errors.push(
      field.invalid(
        at,
        badValue(profile, 'core.SeccompProfile', minor),
        'can only be set when seccomp type is Localhost',
      ),
    )
  return errors
}

/** The errors of an AppArmor profile; null and undefined are valid. */
export function validateAppArmorProfile(
  profile: AppArmorProfile | undefined,
  path: FieldPath,
  minor: number,
): FieldError[] {
  if (profile == null) return []
  const at = path.child('localhostProfile')
  const { type = '', localhostProfile } = profile
  if (type === '') return [field.required(path.child('type'), 'type is required when appArmorProfile is set')]
  if (type !== 'Localhost') {
    if (!profileTypes.includes(type)) return oneOf(type, profileTypes, path.child('type'))
    return localhostProfile == null
      ? []
      : [field.invalid(at, localhostProfile, 'can only be set when AppArmor type is Localhost')]
  }
  if (localhostProfile == null) return [field.required(at, 'must be set when AppArmor type is Localhost')]
  const errors: FieldError[] = []
  if (localhostProfile.trim() !== localhostProfile)
    errors.push(field.invalid(at, localhostProfile, 'must not be padded with whitespace'))
  else if (localhostProfile === '')
    errors.push(field.required(at, 'must be set when AppArmor type is Localhost'))
  if (byteLength(localhostProfile) > 4095) errors.push(tooLongMaxLength(at, 4095, minor))
  return errors
}
