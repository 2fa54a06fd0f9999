// Upstream: pkg/apis/core/validation/validation.go (validateContainers, validateInitContainers, validateEphemeralContainers)

import type { Container, PodSpec } from '../../../api/core-v1.ts'
import { type FieldError, type FieldPath, field, mostFindings } from '../../../apimachinery/field-error.ts'
import { isGiven } from '../../../apimachinery/given-empty.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { validateDns1123Label } from '../core/names.ts'
import { validateContainerPorts, validateHostPortConflicts } from './container-ports.ts'
import { validateContainerRestartPolicy, validateInitContainerRestartPolicy } from './container-restart.ts'
import { podDialect } from './dialect.ts'
import { validateEnv, validateEnvFrom } from './env.ts'
import { type ProbeKind, validateLifecycle, validateProbe } from './handlers.ts'
import { validatePullPolicy } from './pull-policy.ts'
import { validateContainerResources, validateResizePolicy } from './resources.ts'
import { validateSecurityContext } from './security-context.ts'
import type { PodValidationOptions } from './validation-options.ts'
import { validateVolumeDevices, validateVolumeMounts } from './volume-mounts.ts'
import type { VolumesByName } from './volumes.ts'

/** What the validation of one container needs to know of its pod. */
export interface ContainerContext {
  readonly spec: PodSpec
  readonly volumes: VolumesByName
  readonly claimNames: ReadonlySet<string>
  readonly hostUsers: boolean
  readonly options: PodValidationOptions
}

const messagePolicies = ['File', 'FallbackToLogsOnError']
const probes: readonly ProbeKind[] = ['livenessProbe', 'readinessProbe', 'startupProbe']

function validateMessagePolicy(policy: string, path: FieldPath, minor: number): FieldError[] {
  const lists = podDialect(minor).listsMessagePolicies
  const text = "must be 'File' or 'FallbackToLogsOnError'"
  if (policy === '') return [field.required(path, lists ? '' : text)]
  if (messagePolicies.includes(policy)) return []
  return [lists ? field.notSupported(path, policy, messagePolicies) : field.invalid(path, policy, text)]
}

function validateCommon(container: Container, path: FieldPath, context: ContainerContext): FieldError[] {
  const { volumes, options } = context
  const errors: FieldError[] = []
  if (!container.name) errors.push(field.required(path.child('name'), ''))
  else errors.push(...validateDns1123Label(container.name, path.child('name'), options.minor))
  if (!container.image) errors.push(field.required(path.child('image'), ''))
  const policy = container.terminationMessagePolicy ?? ''
  return [
    ...errors,
    ...validateMessagePolicy(policy, path.child('terminationMessagePolicy'), options.minor),
    ...validateContainerPorts(container.ports ?? [], path.child('ports'), options.minor),
    ...validateEnv(container.env ?? [], path.child('env'), options),
    ...validateEnvFrom(container.envFrom ?? [], path.child('envFrom'), options),
    ...validateVolumeMounts(container, volumes, path.child('volumeMounts'), options.minor),
    ...validateVolumeDevices(container, volumes, path.child('volumeDevices')),
    ...validatePullPolicy(container.imagePullPolicy ?? '', path.child('imagePullPolicy')),
    ...validateContainerResources(
      container.resources ?? {},
      context.claimNames,
      path.child('resources'),
      options,
    ),
    ...validateResizePolicy(
      container.resizePolicy ?? [],
      path.child('resizePolicy'),
      context.spec.restartPolicy,
      options.minor,
    ),
    ...validateSecurityContext(
      container.securityContext,
      path.child('securityContext'),
      context.hostUsers,
      options,
    ),
  ]
}

function validateHooks(
  container: Container,
  path: FieldPath,
  { spec, options }: ContainerContext,
): FieldError[] {
  const grace = spec.terminationGracePeriodSeconds
  const errors = container.lifecycle
    ? validateLifecycle(container.lifecycle, grace, path.child('lifecycle'), options, spec.os)
    : []
  for (const kind of probes)
    errors.push(...validateProbe(kind, container[kind], grace, path.child(kind), options))
  return errors
}

/** The errors of a pod's containers. */
export function validateContainers(path: FieldPath, context: ContainerContext): FieldError[] {
  const containers = context.spec.containers ?? []
  if (containers.length === 0) return [field.required(path, '')]
  const errors: FieldError[] = []
  const names = new Set<string>()
  for (const [i, container] of containers.entries()) {
    if (errors.length > mostFindings) break
    const at = path.index(i)
    const { name = '' } = container
    errors.push(...validateCommon(container, at, context))
    if (names.has(name)) errors.push(field.duplicate(at.child('name'), name))
    names.add(name)
    errors.push(...validateHooks(container, at, context))
    if (context.options.allowContainerRestartPolicyRules)
      errors.push(...validateContainerRestartPolicy(container, at, context.options))
    else if (container.restartPolicy != null)
      errors.push(field.forbidden(at.child('restartPolicy'), 'may not be set for non-init containers'))
  }
  return [...errors, ...validateHostPortConflicts(containers, path)]
}

/** The errors of a pod's init containers. */
export function validateInitContainers(path: FieldPath, context: ContainerContext): FieldError[] {
  const errors: FieldError[] = []
  const { options } = context
  const names = new Set((context.spec.containers ?? []).map((c) => c.name ?? ''))
  for (const [i, container] of (context.spec.initContainers ?? []).entries()) {
    if (errors.length > mostFindings) break
    const at = path.index(i)
    const { name = '' } = container
    errors.push(...validateCommon(container, at, context))
    const sidecar = container.restartPolicy === 'Always'
    errors.push(...validateInitContainerRestartPolicy(container, at, options))
    const { checksInitPortsFirst } = podDialect(options.minor)
    const conflicts = validateHostPortConflicts([container], path)
    if (checksInitPortsFirst) errors.push(...conflicts)
    if (names.has(name)) errors.push(field.duplicate(at.child('name'), name))
    else if (name !== '') names.add(name)
    if (!checksInitPortsFirst) errors.push(...conflicts)
    if (sidecar) errors.push(...validateHooks(container, at, context))
    else errors.push(...validateNoHooks(container, at, options.minor))
    errors.push(...validateInitResizePolicy(container, sidecar, at, options))
  }
  return errors
}

function validateNoHooks(container: Container, path: FieldPath, minor: number): FieldError[] {
  const { initHooks } = podDialect(minor)
  const text = `may not be set for init containers${initHooks === 'forbidden' ? '' : ' without restartPolicy=Always'}`
  return (['lifecycle', ...probes] as const).flatMap((kind) => {
    const hook = container[kind]
    if (hook == null) return []
    if (initHooks !== 'invalid') return [field.forbidden(path.child(kind), text)]
    const shown = badValue(hook, kind === 'lifecycle' ? 'core.Lifecycle' : 'core.Probe', minor)
    return [field.invalid(path.child(kind), shown, 'must not be set for init containers')]
  })
}

function validateInitResizePolicy(
  container: Container,
  sidecar: boolean,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const errors: FieldError[] = []
  const policies = container.resizePolicy ?? []
  if (!options.allowSidecarResizePolicy && policies.length > 0) {
    errors.push(
      field.invalid(
        path.child('resizePolicy'),
        badValue(policies, '[]core.ContainerResizePolicy', options.minor),
        'must not be set for init containers',
      ),
    )
  }
  if (sidecar || options.allowRestartContainerForNonSidecarInitContainer) return errors
  policies.forEach((policy, i) => {
    if (policy.restartPolicy !== 'RestartContainer') return
    errors.push(
      field.invalid(
        path.child('resizePolicy').index(i).child('restartPolicy'),
        policy.restartPolicy,
        "must not be set to 'RestartContainer' for non-sidecar initContainers",
      ),
    )
  })
  return errors
}

/** Fields of a container in Go's order, as far as ephemeral containers may not have them. */
const otherFields = [
  'ports',
  'resources',
  'resizePolicy',
  'restartPolicy',
  'restartPolicyRules',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
] as const
const forEphemeral = 'cannot be set for an Ephemeral Container'

/** The errors of a pod's ephemeral containers. */
export function validateEphemeralContainers(path: FieldPath, context: ContainerContext): FieldError[] {
  const errors: FieldError[] = []
  const { spec } = context
  const others = new Set(
    [...(spec.containers ?? []), ...(spec.initContainers ?? [])].map((c) => c.name ?? ''),
  )
  const names = new Set(others)
  spec.ephemeralContainers?.forEach((container, i) => {
    const at = path.index(i)
    const { name = '', targetContainerName = '' } = container
    if (name === '' && podDialect(context.options.minor).namesEphemeralFirst) {
      errors.push(field.required(at, 'ephemeralContainer requires a name'))
      return
    }
    errors.push(...validateCommon(container, at, context), ...validateImageWhitespace(container, at))
    if (names.has(name)) errors.push(field.duplicate(at.child('name'), name))
    names.add(name)
    if (targetContainerName !== '' && !others.has(targetContainerName))
      errors.push(field.notFound(at.child('targetContainerName'), targetContainerName))
    for (const key of otherFields)
      if (isSet(container, key)) errors.push(field.forbidden(at.child(key), forEphemeral))
    container.volumeMounts?.forEach((mount, j) => {
      for (const key of ['subPath', 'subPathExpr'] as const) {
        if (mount[key])
          errors.push(field.forbidden(at.child('volumeMounts').index(j).child(key), forEphemeral))
      }
    })
  })
  return errors
}

/** Whether a field is not Go's zero: what a pointer leads to, a list or a map may be empty; resources are a struct. */
const isSet = (container: Container, key: (typeof otherFields)[number]): boolean =>
  key === 'resources'
    ? ['limits', 'requests', 'claims'].some((one) => isGiven(container.resources, one))
    : isGiven(container, key)

/** The error of an image with white space at its ends. */
export function validateImageWhitespace(container: Container, path: FieldPath): FieldError[] {
  const { image = '' } = container
  return image.trim() === image
    ? []
    : [field.invalid(path.child('image'), image, 'must not have leading or trailing whitespace')]
}
