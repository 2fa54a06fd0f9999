// Upstream: pkg/apis/core/validation/validation.go (validateWindowsSecurityContextOptions, validateWindowsHostProcessPod, validateOS, validateWindows, validateLinux)

import type {
  PodSecurityContext,
  PodSpec,
  SecurityContext,
  WindowsSecurityContextOptions,
} from '../../../api/core-v1.ts'
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { isDNS1123Subdomain } from '../../../apimachinery/validation/names.ts'
import { podDialect } from './dialect.ts'
import type { PodValidationOptions } from './validation-options.ts'
import { containersWithPath } from './visit.ts'

const dnsLabel = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'
const netBios = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/
const dnsDomain = new RegExp(`^${dnsLabel}(?:\\.${dnsLabel})*$`)

/** The errors of windowsOptions of a security context. */
export function validateWindowsOptions(
  options: WindowsSecurityContextOptions | undefined,
  path: FieldPath,
): FieldError[] {
  if (options == null) return []
  const errors: FieldError[] = []
  const { gmsaCredentialSpecName: name, gmsaCredentialSpec: spec, runAsUserName: user } = options
  if (name != null)
    errors.push(
      ...isDNS1123Subdomain(name).map((text) =>
        field.invalid(path.child('gmsaCredentialSpecName'), name, text),
      ),
    )
  if (spec === '')
    errors.push(
      field.invalid(path.child('gmsaCredentialSpec'), spec, 'gmsaCredentialSpec cannot be an empty string'),
    )
  else if (spec != null && Buffer.byteLength(spec) > 64 * 1024)
    errors.push(
      field.invalid(path.child('gmsaCredentialSpec'), spec, 'gmsaCredentialSpec size must be under 64 KiB'),
    )
  if (user != null)
    errors.push(
      ...userNameErrors(user).map((text) =>
        field.invalid(path.child('runAsUserName'), user, `runAsUserName${text}`),
      ),
    )
  return errors
}

function userNameErrors(name: string): string[] {
  if (name === '') return [' cannot be an empty string']
  if (/\p{Cc}/u.test(name.replace(/[\u0080-\u009f]/g, ''))) return [' cannot contain control characters']
  const parts = name.split('\\')
  if (parts.length > 2) return [' cannot contain more than one backslash']
  const domain = parts.length === 2 ? parts[0]! : ''
  const user = parts.at(-1)!
  const errors: string[] = []
  if (Buffer.byteLength(domain) >= 256) errors.push("'s Domain length must be under 256 characters")
  if (parts.length === 2 && !netBios.test(domain) && !dnsDomain.test(domain))
    errors.push("'s Domain doesn't match the NetBios nor the DNS format")
  if (user === '') errors.push("'s User cannot be empty")
  else if (Buffer.byteLength(user) > 104) errors.push("'s User length must not be longer than 104 characters")
  if (/^[. ]+$/.test(user)) errors.push("'s User cannot contain only periods or spaces")
  if (/["/\\:;|=,+*?<>@[\]]/.test(user))
    errors.push(`'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]`)
  return errors
}

/** The errors of Windows HostProcess containers: all of a pod's containers are such, or none. */
export function validateHostProcess(
  spec: PodSpec,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const errors: FieldError[] = []
  const ofPod = spec.securityContext?.windowsOptions?.hostProcess
  const containers = containersWithPath(spec, path)
  const allowed = options.allowWindowsHostProcessField
  const off = "when feature gate 'WindowsHostProcessContainers' is not enabled"
  const notAllowed = (at: FieldPath): FieldError =>
    field.forbidden(at.child('securityContext', 'windowsOptions', 'hostProcess'), `not allowed ${off}`)
  if (!allowed && ofPod != null) return [notAllowed(path)]
  let count = 0
  for (const { container, path: at } of containers) {
    const own = container.securityContext?.windowsOptions?.hostProcess
    if (!allowed && own != null) errors.push(notAllowed(at))
    if (ofPod != null && own != null && ofPod !== own) {
      const text = `pod hostProcess value must be identical if both are specified, was ${ofPod}`
      errors.push(field.invalid(at.child('securityContext', 'windowsOptions', 'hostProcess'), own, text))
    }
    if (own ?? ofPod) count++
  }
  if (count === 0) return errors
  if (!allowed)
    return [...errors, field.forbidden(path, `pod must not contain Windows hostProcess containers ${off}`)]
  if (count !== containers.length)
    errors.push(
      field.invalid(
        path,
        '',
        'If pod contains any hostProcess containers then all containers must be HostProcess containers',
      ),
    )
  if (!spec.hostNetwork)
    errors.push(
      field.invalid(
        path.child('hostNetwork'),
        false,
        'hostNetwork must be true if pod contains any hostProcess containers',
      ),
    )
  if (!options.allowPrivileged)
    errors.push(field.forbidden(path, 'hostProcess containers are disallowed by cluster policy'))
  return errors
}

/** What `spec.os` says, and what then may not be set. */
export function validateOS(spec: PodSpec, path: FieldPath, minor: number): FieldError[] {
  if (spec.os == null) return []
  const { name = '' } = spec.os
  if (name === '') return [field.required(path.child('os', 'name'), podDialect(minor).missingOSText)]
  if (name === 'linux') return validateLinux(spec, path)
  if (name === 'windows') return validateWindows(spec, path)
  return [field.notSupported(path.child('os'), name, ['linux', 'windows'])]
}

function validateLinux(spec: PodSpec, path: FieldPath): FieldError[] {
  const places = [{ context: spec.securityContext as SecurityContext | undefined, at: path }]
  for (const { container, path: at } of containersWithPath(spec, path))
    places.push({ context: container.securityContext, at })
  return places
    .filter(({ context }) => context?.windowsOptions != null)
    .map(({ at }) =>
      field.forbidden(
        at.child('securityContext', 'windowsOptions'),
        'windows options cannot be set for a linux pod',
      ),
    )
}

const podFields: readonly (readonly [
  place: 'spec' | 'context',
  name: keyof PodSpec | keyof PodSecurityContext,
])[] = [
  ['context', 'appArmorProfile'],
  ['context', 'seLinuxOptions'],
  ['spec', 'hostUsers'],
  ['spec', 'hostPID'],
  ['spec', 'hostIPC'],
  ['context', 'seccompProfile'],
  ['context', 'fsGroup'],
  ['context', 'fsGroupChangePolicy'],
  ['context', 'sysctls'],
  ['spec', 'shareProcessNamespace'],
  ['context', 'runAsUser'],
  ['context', 'runAsGroup'],
  ['context', 'supplementalGroups'],
  ['context', 'supplementalGroupsPolicy'],
  ['context', 'seLinuxChangePolicy'],
]
const containerFields: readonly (keyof SecurityContext)[] = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'capabilities',
  'readOnlyRootFilesystem',
  'privileged',
  'allowPrivilegeEscalation',
  'procMount',
  'runAsUser',
  'runAsGroup',
]
const text = 'cannot be set for a windows pod'

function validateWindows(spec: PodSpec, path: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  const isSet = (value: unknown, name: string): boolean =>
    name === 'hostPID' || name === 'hostIPC'
      ? value === true
      : name === 'sysctls'
        ? (value as unknown[] | undefined)?.length !== 0 && value != null
        : value != null
  for (const [place, name] of podFields) {
    const value =
      place === 'spec'
        ? spec[name as keyof PodSpec]
        : spec.securityContext?.[name as keyof PodSecurityContext]
    if (isSet(value, name))
      errors.push(
        field.forbidden(place === 'spec' ? path.child(name) : path.child('securityContext', name), text),
      )
  }
  for (const { container, path: at } of containersWithPath(spec, path)) {
    for (const name of containerFields) {
      if (container.securityContext?.[name] != null)
        errors.push(field.forbidden(at.child('securityContext', name), text))
    }
  }
  return errors
}
