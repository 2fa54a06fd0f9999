// Upstream: pkg/apis/core/validation/validation.go (ValidatePodSpec)

import type { PodResourceClaim, PodSpec } from '../../../api/core-v1.ts'
import {
  eachFinding,
  type FieldError,
  type FieldPath,
  field,
  mostFindings,
} from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import type { ObjectMeta } from '../../../apimachinery/json.ts'
import { validateLabels } from '../../../apimachinery/validation/labels.ts'
import { byteLength, inclusiveRangeError, tooLong } from '../../../apimachinery/validation/messages.ts'
import { nameIsDNSSubdomain } from '../../../apimachinery/validation/names.ts'
import { validateDns1123Label, validateDns1123Subdomain, validateQualifiedName } from '../core/names.ts'
import { validateAffinity } from './affinity.ts'
import { validateHostNetworkPorts } from './container-ports.ts'
import { validateContainers, validateEphemeralContainers, validateInitContainers } from './containers.ts'
import { podDialect } from './dialect.ts'
import { validateDnsConfig, validateHostAliases } from './dns-config.ts'
import { validateContainerResources, validatePodResources } from './resources.ts'
import { validatePodSecurityContext } from './security-context.ts'
import { validateTolerations } from './tolerations.ts'
import { validateTopologySpread } from './topology-spread.ts'
import type { PodValidationOptions } from './validation-options.ts'
import { containersWithPath } from './visit.ts'
import { validateVolumes } from './volumes.ts'
import { validateHostProcess, validateOS } from './windows.ts'

/** The annotation of mirror pods, by which a kubelet shows its static pods. */
export const mirrorAnnotation = 'kubernetes.io/config.mirror'
const restartPolicies = ['Always', 'OnFailure', 'Never']
const dnsPolicies = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None']
const preemptionPolicies = ['PreemptLowerPriority', 'Never']

const oneOf = (value: string | undefined, supported: readonly string[], path: FieldPath): FieldError[] =>
  !value
    ? [field.required(path, '')]
    : supported.includes(value)
      ? []
      : [field.notSupported(path, value, supported)]
const subdomain = (name: string, path: FieldPath): FieldError[] =>
  nameIsDNSSubdomain(name, false).map((text) => field.invalid(path, name, text))

/** `meta`: of the pod, or of the template it stands in. */
export function validatePodSpec(
  spec: PodSpec,
  meta: ObjectMeta | undefined,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const { volumes, errors } = validateVolumes(spec.volumes ?? [], meta, path.child('volumes'), options)
  const claimNames = new Set(
    (spec.resourceClaims ?? []).map((c) => c.name ?? '').filter((name) => name !== ''),
  )
  const context = { spec, volumes, claimNames, hostUsers: spec.hostUsers ?? true, options }
  const first = [
    ...errors,
    ...validateResourceClaims(spec.resourceClaims ?? [], meta, path.child('resourceClaims'), options),
    ...validateContainers(path.child('containers'), context),
    ...validateInitContainers(path.child('initContainers'), context),
    ...validateEphemeralContainers(path.child('ephemeralContainers'), context),
  ]
  if (first.length > mostFindings) return first
  return [
    ...first,
    ...(options.podLevelResourcesEnabled ? validatePodResources(spec, claimNames, path, options) : []),
    ...validateHostNetworkPorts(spec, path, options),
    ...oneOf(spec.restartPolicy, restartPolicies, path.child('restartPolicy')),
    ...oneOf(spec.dnsPolicy, dnsPolicies, path.child('dnsPolicy')),
    ...validateLabels(spec.nodeSelector, path.child('nodeSelector'), options.minor),
    ...validatePodSecurityContext(spec, path.child('securityContext'), options),
    ...validateAffinity(spec.affinity, path.child('affinity'), options),
    ...validateDnsConfig(spec, path.child('dnsConfig'), options),
    ...eachFinding(spec.readinessGates ?? [], (gate, i) =>
      validateQualifiedName(
        gate.conditionType ?? '',
        path.child('readinessGates').index(i).child('conditionType'),
        options.minor,
      ),
    ),
    ...validateSchedulingGates(spec, path.child('schedulingGates'), options.minor),
    ...validateTopologySpread(
      spec.topologySpreadConstraints ?? [],
      path.child('topologySpreadConstraints'),
      options,
    ),
    ...validateHostProcess(spec, path, options),
    ...validateHostUsers(spec, path, options),
    ...validateHostname(spec, path, options.minor),
    ...validateSimpleFields(spec, path, options),
    ...validateOS(spec, path, options.minor),
    ...validateSchedulingGroup(spec, path.child('schedulingGroup')),
    ...validateFileKeyVolumes(spec, path),
  ]
}

function validateSimpleFields(spec: PodSpec, path: FieldPath, options: PodValidationOptions): FieldError[] {
  const errors: FieldError[] = []
  if (spec.serviceAccountName)
    errors.push(...subdomain(spec.serviceAccountName, path.child('serviceAccountName')))
  if (spec.nodeName) errors.push(...subdomain(spec.nodeName, path.child('nodeName')))
  const deadline = spec.activeDeadlineSeconds
  if (deadline != null && (deadline < 1 || deadline > 2147483647)) {
    errors.push(
      field.invalid(path.child('activeDeadlineSeconds'), deadline, inclusiveRangeError(1, 2147483647)),
    )
  }
  if (spec.hostname)
    errors.push(...validateDns1123Label(spec.hostname, path.child('hostname'), options.minor))
  if (spec.subdomain)
    errors.push(...validateDns1123Label(spec.subdomain, path.child('subdomain'), options.minor))
  errors.push(...validateTolerations(spec.tolerations ?? [], path.child('tolerations'), options))
  errors.push(...validateHostAliases(spec.hostAliases ?? [], path.child('hostAliases'), options))
  if (spec.priorityClassName)
    errors.push(...subdomain(spec.priorityClassName, path.child('priorityClassName')))
  if (spec.runtimeClassName != null)
    errors.push(...subdomain(spec.runtimeClassName, path.child('runtimeClassName')))
  if (spec.preemptionPolicy != null)
    errors.push(...oneOf(spec.preemptionPolicy, preemptionPolicies, path.child('preemptionPolicy')))
  if (spec.overhead != null)
    errors.push(
      ...validateContainerResources({ limits: spec.overhead }, new Set(), path.child('overhead'), options),
    )
  return errors
}

function validateResourceClaims(
  claims: readonly PodResourceClaim[],
  meta: ObjectMeta | undefined,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const names = new Set<string>()
  const isMirror =
    podDialect(options.minor).refusesClaimsOfStaticPods &&
    Object.hasOwn(meta?.annotations ?? {}, mirrorAnnotation)
  return eachFinding(claims, (claim, i) =>
    isMirror
      ? [field.forbidden('[]', 'static pods do not support resource claims')]
      : validateResourceClaim(claim, names, path.index(i), options.minor),
  )
}

function validateResourceClaim(
  claim: PodResourceClaim,
  names: Set<string>,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const errors: FieldError[] = []
  const { name = '', resourceClaimName, resourceClaimTemplateName } = claim
  if (name === '') errors.push(field.required(path.child('name'), ''))
  else if (names.has(name)) errors.push(field.duplicate(path.child('name'), name))
  else errors.push(...validateDns1123Label(name, path.child('name'), minor))
  names.add(name)
  const shown = (): unknown => badValue(claim, 'core.PodResourceClaim', minor)
  if (resourceClaimName != null && resourceClaimTemplateName != null) {
    errors.push(
      field.invalid(
        path,
        shown(),
        'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified',
      ),
    )
  }
  if (resourceClaimName == null && resourceClaimTemplateName == null) {
    errors.push(
      field.invalid(path, shown(), 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`'),
    )
  }
  if (resourceClaimName != null) errors.push(...subdomain(resourceClaimName, path.child('resourceClaimName')))
  if (resourceClaimTemplateName != null)
    errors.push(...subdomain(resourceClaimTemplateName, path.child('resourceClaimTemplateName')))
  return errors
}

function validateSchedulingGates(spec: PodSpec, path: FieldPath, minor: number): FieldError[] {
  const seen = new Set<string>()
  return eachFinding(spec.schedulingGates ?? [], ({ name = '' }, i) => {
    const errors = validateQualifiedName(name, path.index(i), minor)
    if (seen.has(name)) errors.push(field.duplicate(path.index(i), name))
    seen.add(name)
    return errors
  })
}

function validateHostUsers(spec: PodSpec, path: FieldPath, options: PodValidationOptions): FieldError[] {
  if (spec.hostUsers !== false) return []
  const errors: FieldError[] = []
  const text = podDialect(options.minor).hostUsersText
  if (spec.hostNetwork && !options.allowUserNamespacesHostNetworkSupport)
    errors.push(field.forbidden(path.child('hostNetwork'), text))
  if (spec.hostPID) errors.push(field.forbidden(path.child('HostPID'), text))
  if (spec.hostIPC) errors.push(field.forbidden(path.child('HostIPC'), text))
  if (options.allowUserNamespacesWithVolumeDevices) return errors
  for (const { container, path: at } of containersWithPath(spec, path)) {
    if (container.volumeDevices?.length) errors.push(field.forbidden(at.child('volumeDevices'), text))
  }
  return errors
}

function validateHostname(spec: PodSpec, path: FieldPath, minor: number): FieldError[] {
  const name = spec.hostnameOverride
  if (name == null) return []
  const at = path.child('hostnameOverride')
  const errors: FieldError[] = []
  if (spec.setHostnameAsFQDN)
    errors.push(field.forbidden(at, 'may not be specified when setHostnameAsFQDN is true'))
  if (spec.hostNetwork) errors.push(field.forbidden(at, 'may not be specified when hostNetwork is true'))
  if (byteLength(name) > 64) errors.push(tooLong(at, 64, minor))
  return [...errors, ...validateDns1123Subdomain(name, at)]
}

function validateSchedulingGroup(spec: PodSpec, path: FieldPath): FieldError[] {
  const group = spec.schedulingGroup
  if (group == null) return []
  if (group.podGroupName == null)
    return [field.invalid(path.child('podGroupName'), null, 'must specify one of: `podGroupName`')]
  return subdomain(group.podGroupName, path.child('podGroupName'))
}

/** Variables read from files: the volume must be there, and an emptyDir. */
function validateFileKeyVolumes(spec: PodSpec, path: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  for (const { container, path: at } of containersWithPath(spec, path)) {
    container.env?.forEach((env, i) => {
      const ref = env.valueFrom?.fileKeyRef
      if (!ref) return
      const { volumeName = '' } = ref
      const volume = spec.volumes?.findLast((v) => (v.name ?? '') === volumeName)
      const where = at.child('env').index(i).child('valueFrom', 'fileKeyRef', 'volumeName')
      if (volume === undefined) errors.push(field.notFound(where, volumeName))
      else if (!volume.emptyDir)
        errors.push(field.invalid(where, volumeName, 'referenced volume must be of type emptyDir'))
    })
  }
  return errors
}
