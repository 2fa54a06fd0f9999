// Upstream: pkg/apis/core/validation/validation.go (ValidateContainerStateTransition, validateContainerStatusUsers, validateContainerStatusAllocatedResourcesStatus)

import type {
  Container,
  ContainerStatus,
  LinuxContainerUser,
  PodSpec,
  PodStatus,
  ResourceStatus,
} from '../../../api/core-v1.ts'
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { byteLength, tooLong } from '../../../apimachinery/validation/messages.ts'
import { isValidGroupID, isValidUserID } from '../../../apimachinery/validation/ports.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { resourceNameValue } from '../core/resource-validation.ts'
import { podDialect } from './dialect.ts'
import type { PodValidationOptions } from './validation-options.ts'

type Kind = 'containerStatuses' | 'initContainerStatuses' | 'ephemeralContainerStatuses'
const kinds: readonly Kind[] = ['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses']

/** A container that has ended may start again only where the restart policy says so. `spec`: of the stored pod. */
export function validateStateTransitions(
  status: PodStatus,
  before: PodStatus,
  spec: PodSpec,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  return kinds.flatMap((kind) =>
    validateTransition(kind, status[kind] ?? [], before[kind] ?? [], spec, path.child(kind), options),
  )
}

function validateTransition(
  kind: Kind,
  now: readonly ContainerStatus[],
  old: readonly ContainerStatus[],
  spec: PodSpec,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const rules = options.allowContainerRestartPolicyRules && kind !== 'ephemeralContainerStatuses'
  if (rules && options.allowRestartAllContainers && allCouldRestart(spec)) return []
  if (!rules && kind !== 'ephemeralContainerStatuses' && spec.restartPolicy === 'Always') return []
  return old.flatMap((before, i) => {
    const ended = before.state?.terminated
    if (!ended || !now.some((after) => after.name === before.name && !after.state?.terminated)) return []
    const container = (kind === 'initContainerStatuses' ? spec.initContainers : spec.containers)?.find(
      (c) => c.name === before.name,
    )
    const code = ended.exitCode ?? 0
    if (rules && container !== undefined && shouldRestart(container, spec, code)) return []
    if (!rules && kind !== 'ephemeralContainerStatuses') {
      if (code !== 0 && spec.restartPolicy === 'OnFailure') return []
      if (kind === 'initContainerStatuses' && container?.restartPolicy === 'Always') return []
    }
    return [field.forbidden(path.index(i).child('state'), 'may not be transitioned to non-terminated state')]
  })
}

const allCouldRestart = (spec: PodSpec): boolean =>
  [...(spec.initContainers ?? []), ...(spec.containers ?? [])].some((c) =>
    (c.restartPolicyRules ?? []).some((r) => r.action === 'RestartAllContainers'),
  )

/** Upstream: pkg/api/v1/pod/util.go (ContainerShouldRestart) */
function shouldRestart(container: Container, spec: PodSpec, code: number): boolean {
  if (container.restartPolicy != null) {
    for (const { action, exitCodes } of container.restartPolicyRules ?? []) {
      const values = exitCodes?.values ?? []
      const matches =
        exitCodes != null &&
        (exitCodes.operator === 'In'
          ? values.includes(code)
          : exitCodes.operator === 'NotIn' && !values.includes(code))
      if (matches && (action === 'Restart' || action === 'RestartAllContainers')) return true
    }
  }
  const policy = container.restartPolicy ?? spec.restartPolicy
  return policy === 'Always' || (policy === 'OnFailure' && code !== 0)
}

/** The errors of the statuses of all containers in a pod's status. */
export function validateContainerStatuses(
  status: PodStatus,
  spec: PodSpec,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const errors: FieldError[] = []
  if (podDialect(options.minor).checksContainerUsers)
    for (const kind of kinds)
      errors.push(...validateUsers(status[kind] ?? [], spec.os?.name ?? 'linux', path.child(kind)))
  if (podDialect(options.minor).checksResourceHealth) {
    errors.push(
      ...validateAllocated(
        status.containerStatuses ?? [],
        spec.containers ?? [],
        path.child('containerStatuses'),
        options.minor,
      ),
    )
    errors.push(
      ...validateAllocated(
        status.initContainerStatuses ?? [],
        spec.initContainers ?? [],
        path.child('initContainerStatuses'),
        options.minor,
      ),
    )
    status.ephemeralContainerStatuses?.forEach((s, i) => {
      if (s.allocatedResourcesStatus?.length) {
        errors.push(
          field.forbidden(
            path.child('ephemeralContainerStatuses').index(i).child('allocatedResourcesStatus'),
            'must not be specified in container status',
          ),
        )
      }
    })
  }
  if (gateEnabled(options.server.gates, 'ImageVolumeWithDigest'))
    for (const kind of kinds)
      errors.push(...validateImageVolumes(status[kind] ?? [], path.child(kind), options.minor))
  return errors
}

function validateUsers(statuses: readonly ContainerStatus[], os: string, path: FieldPath): FieldError[] {
  return statuses.flatMap(({ user }, i) => {
    const at = path.index(i).child('user', 'linux')
    if (!user?.linux) return []
    if (os === 'windows') return [field.forbidden(at, 'cannot be set for a windows pod')]
    return os === 'linux' ? validateLinuxUser(user.linux, at) : []
  })
}

function validateLinuxUser(user: LinuxContainerUser, path: FieldPath): FieldError[] {
  const { uid = 0, gid = 0, supplementalGroups = [] } = user
  return [
    ...isValidUserID(uid).map((text) => field.invalid(path.child('uid'), uid, text)),
    ...isValidGroupID(gid).map((text) => field.invalid(path.child('gid'), gid, text)),
    ...supplementalGroups.flatMap((id, i) =>
      isValidGroupID(id).map((text) => field.invalid(path.child('supplementalGroups').index(i), id, text)),
    ),
  ]
}

function validateAllocated(
  statuses: readonly ContainerStatus[],
  containers: readonly Container[],
  path: FieldPath,
  minor: number,
): FieldError[] {
  return statuses.flatMap((status, i) =>
    (status.allocatedResourcesStatus ?? []).flatMap((resource, j) => {
      const at = path.index(i).child('allocatedResourcesStatus').index(j)
      const container = containers.find((c) => c.name === status.name)
      return [
        ...validateAllocatedName(resource, container, at, minor),
        ...validateHealth(resource, at, minor),
      ]
    }),
  )
}

function validateAllocatedName(
  { name = '' }: ResourceStatus,
  container: Container | undefined,
  path: FieldPath,
  minor: number,
): FieldError[] {
  if (container === undefined) return []
  const isClaim = podDialect(minor).takesHealthOfClaims && name.startsWith('claim:')
  const known = isClaim
    ? (container.resources?.claims ?? []).some(
        (c) => name === `claim:${c.name ?? ''}${c.request ? `/${c.request}` : ''}`,
      )
    : Object.hasOwn(container.resources?.requests ?? {}, name)
  if (known) return []
  const text = isClaim
    ? "must match one of the container's resource claims in a format 'claim:<claimName>/<request>' or 'claim:<claimName>' if request is empty"
    : "must match one of the container's resource requests"
  return [field.invalid(path.child('name'), resourceNameValue(name, minor), text)]
}

const healths = ['Healthy', 'Unhealthy', 'Unknown']

function validateHealth({ resources = [] }: ResourceStatus, path: FieldPath, minor: number): FieldError[] {
  const seen = new Set<string>()
  return resources.flatMap(({ health = '', resourceID = '', message }, i) => {
    const at = path.child('resources').index(i)
    const errors = healths.includes(health) ? [] : [field.notSupported(at.child('health'), health, healths)]
    if (message === '') errors.push(field.required(at.child('message'), 'must be non-empty if specified'))
    else if (message != null && byteLength(message) > 32768)
      errors.push(tooLong(at.child('message'), 32768, minor))
    if (seen.has(resourceID)) errors.push(field.duplicate(at.child('resourceID'), resourceID))
    seen.add(resourceID)
    return errors
  })
}

function validateImageVolumes(
  statuses: readonly ContainerStatus[],
  path: FieldPath,
  minor: number,
): FieldError[] {
  return statuses.flatMap((status, i) =>
    (status.volumeMounts ?? []).flatMap((mount, j) => {
      const image = mount.volumeStatus?.image
      if (image == null) return []
      const at = path
        .index(i)
        .child('volumeMounts')
        .index(j)
        .child('volumeStatus', 'imageVolumeStatus', 'imageRef')
      const errors = image.imageRef ? [] : [field.required(at, 'imageRef must not be empty')]
      if (byteLength(image.imageRef ?? '') > 256) errors.push(tooLong(at, 256, minor))
      return errors
    }),
  )
}
