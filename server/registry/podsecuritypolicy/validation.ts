// Upstream, until 1.24: pkg/apis/policy/validation/validation.go (ValidatePodSecurityPolicySpec)
// Deviates: sysctls and annotations are not validated.
import type { IDRange, PodSecurityPolicySpec } from '../../../api/policy-v1beta1.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'

const specPath = FieldPath.of('spec')
const any = 'RunAsAny'
const mustRunAs = 'MustRunAs'
const mayRunAs = 'MayRunAs'
const groupRules = [mayRunAs, mustRunAs, any]

const volumeTypes =
  '* awsElasticBlockStore azureDisk azureFile cephFS cinder configMap csi downwardAPI emptyDir ephemeral fc flexVolume flocker gcePersistentDisk gitRepo glusterfs hostPath iscsi nfs persistentVolumeClaim photonPersistentDisk portworxVolume projected quobyte rbd scaleIO secret storageos vsphereVolume'.split(
    ' ',
  )

interface Rules {
  rule?: string
  ranges?: IDRange[]
}

function validateRange({ min = 0, max = 0 }: IDRange, path: FieldPath): FieldError[] {
  const wrong = (name: string, value: number, text: string): FieldError =>
    field.invalid(path.child(name), value, text)
  return [
    ...(min < 0 ? [wrong('min', min, 'min cannot be negative')] : []),
    ...(max < 0 ? [wrong('max', max, 'max cannot be negative')] : []),
    ...(min > max ? [wrong('min', min, 'min cannot be greater than max')] : []),
  ]
}

const validateRanges = (ranges: readonly IDRange[], path: FieldPath): FieldError[] =>
  ranges.flatMap((range, i) => validateRange(range, path.index(i)))

function validateRules(rules: Rules | undefined, known: readonly string[], path: FieldPath): FieldError[] {
  const rule = rules?.rule ?? ''
  return [
    ...(known.includes(rule) ? [] : [field.notSupported(path.child('rule'), rule, known)]),
    ...validateRanges(rules?.ranges ?? [], path.child('ranges')),
  ]
}

function validateRunAsGroup(rules: Rules | undefined, path: FieldPath, minor: number): FieldError[] {
  if (rules == null) return []
  const { rule = '', ranges = [] } = rules
  const at = path.child('ranges')
  const wrong = (text: string): FieldError =>
    field.invalid(at, badValue(rules.ranges, '[]policy.IDRange', minor), text)
  if (rule === any) return ranges.length === 0 ? [] : [wrong('Ranges must be empty')]
  if (rule !== mustRunAs && rule !== mayRunAs)
    return [field.notSupported(path.child('rule'), rule, [mustRunAs, any, mayRunAs])]
  return ranges.length === 0 ? [wrong('must provide at least one range')] : validateRanges(ranges, at)
}

function validateEscalation(spec: PodSecurityPolicySpec): FieldError[] {
  if (spec.defaultAllowPrivilegeEscalation !== true || spec.allowPrivilegeEscalation === true) return []
  const text =
    'Cannot set DefaultAllowPrivilegeEscalation to true without also setting AllowPrivilegeEscalation to true'
  return [field.invalid(specPath.child('defaultAllowPrivilegeEscalation'), true, text)]
}

function validateCapabilities(spec: PodSecurityPolicySpec, minor: number): FieldError[] {
  const dropped = spec.requiredDropCapabilities ?? []
  const allDropped = dropped.length > 0 && (spec.allowedCapabilities ?? []).includes('*')
  const wildcard = 'must be empty when all capabilities are allowed by a wildcard'
  const both = (name: 'defaultAddCapabilities' | 'allowedCapabilities'): FieldError[] =>
    (spec[name] ?? []).flatMap((one) =>
      dropped.includes(one)
        ? [
            field.invalid(
              FieldPath.of(name),
              one,
              `capability is listed in ${name} and requiredDropCapabilities`,
            ),
          ]
        : [],
    )
  return [
    ...(allDropped
      ? [
          field.invalid(
            FieldPath.of('requiredDropCapabilities'),
            badValue(dropped, '[]core.Capability', minor),
            wildcard,
          ),
        ]
      : []),
    ...both('defaultAddCapabilities'),
    ...both('allowedCapabilities'),
  ]
}

function validateHostPaths(spec: PodSecurityPolicySpec): FieldError[] {
  const errors: FieldError[] = []
  for (const [i, { pathPrefix = '' }] of (spec.allowedHostPaths ?? []).entries()) {
    const at = specPath.child('allowedHostPaths').index(i)
    if (pathPrefix === '') return [...errors, field.required(at, 'is required')]
    if (pathPrefix.split('/').includes('..'))
      errors.push(field.invalid(at, pathPrefix, "must not contain '..'"))
  }
  return errors
}

/** The errors of a PodSecurityPolicy's spec. */
export function validatePolicySpec(spec: PodSecurityPolicySpec, minor: number): FieldError[] {
  const at = (name: string): FieldPath => specPath.child(name)
  return [
    ...validateRules(spec.runAsUser, [mustRunAs, 'MustRunAsNonRoot', any], at('runAsUser')),
    ...validateRunAsGroup(spec.runAsGroup, at('runAsGroup'), minor),
    ...validateRules({ rule: spec.seLinux?.rule ?? '' }, [mustRunAs, any], at('seLinux')),
    ...validateRules(spec.supplementalGroups, groupRules, at('supplementalGroups')),
    ...validateRules(spec.fsGroup, groupRules, at('fsGroup')),
    ...(spec.volumes ?? []).flatMap((type) =>
      volumeTypes.includes(type) ? [] : [field.notSupported(at('volumes'), type, volumeTypes)],
    ),
    ...validateCapabilities(spec, minor),
    ...validateEscalation(spec),
    ...(spec.allowedProcMountTypes ?? []).flatMap((type, i) =>
      type === 'Default' || type === 'Unmasked'
        ? []
        : [field.notSupported(at('allowedProcMountTypes').index(i), type, ['Default', 'Unmasked'])],
    ),
    ...validateHostPaths(spec),
    ...(spec.allowedFlexVolumes ?? []).flatMap(({ driver = '' }, i) =>
      driver === ''
        ? [
            field.required(
              at('allowedFlexVolumes').child('allowedFlexVolumes').index(i).child('driver'),
              'must specify a driver',
            ),
          ]
        : [],
    ),
  ]
}
