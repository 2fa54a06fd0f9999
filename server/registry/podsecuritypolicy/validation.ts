// Upstream: pkg/apis/policy/validation/validation.go (ValidatePodSecurityPolicySpec), of releases until 1.24
// Deviates: the profiles of AppArmor and seccomp in annotations are not checked.
import type {
  AllowedHostPath,
  PodSecurityPolicySpec,
  RuntimeClassStrategyOptions,
} from '../../../api/policy-v1beta1.ts'
import { eachFinding, type FieldError, FieldPath, field, goQuote } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { isDNS1123Subdomain } from '../../../apimachinery/validation/names.ts'
import { validateCsiDriverName } from '../core/csi-driver-name.ts'
import { validateIDRule, validateRunAsGroup } from './id-rules.ts'
import { validateNoOverlap, validateSysctlPatterns } from './sysctl-patterns.ts'

const specPath = FieldPath.of('spec')
const at = (name: keyof PodSecurityPolicySpec & string): FieldPath => specPath.child(name)
const volumeTypes =
  '* awsElasticBlockStore azureDisk azureFile cephFS cinder configMap csi downwardAPI emptyDir ephemeral fc flexVolume flocker gcePersistentDisk gitRepo glusterfs hostPath iscsi nfs persistentVolumeClaim photonPersistentDisk portworxVolume projected quobyte rbd scaleIO secret storageos vsphereVolume'.split(
    ' ',
  )
const groupRules = ['MayRunAs', 'MustRunAs', 'RunAsAny']

/** The errors of a PodSecurityPolicy's spec. */
export function validatePodSecurityPolicySpec(spec: PodSecurityPolicySpec, minor: number): FieldError[] {
  return [
    ...validateIDRule(spec.runAsUser ?? {}, ['MustRunAs', 'MustRunAsNonRoot', 'RunAsAny'], at('runAsUser')),
    ...validateRunAsGroup(spec.runAsGroup, at('runAsGroup'), minor),
    ...validateIDRule({ rule: spec.seLinux?.rule ?? '' }, ['MustRunAs', 'RunAsAny'], at('seLinux')),
    ...validateIDRule(spec.supplementalGroups ?? {}, groupRules, at('supplementalGroups')),
    ...validateIDRule(spec.fsGroup ?? {}, groupRules, at('fsGroup')),
    ...(spec.volumes ?? [])
      .filter((type) => !volumeTypes.includes(type))
      .map((type) => field.notSupported(at('volumes'), type, volumeTypes)),
    ...validateCapabilities(spec, minor),
    ...validateEscalation(spec),
    ...validateProcMounts(spec.allowedProcMountTypes ?? []),
    ...validateHostPaths(spec.allowedHostPaths ?? []),
    ...validateDrivers(spec, minor),
    ...validateSysctls(spec.allowedUnsafeSysctls ?? [], spec.forbiddenSysctls ?? []),
    ...(spec.runtimeClass == null ? [] : validateRuntimeClass(spec.runtimeClass, minor)),
  ]
}

/** @note The paths of upstream begin at the field, without `spec`. */
function validateCapabilities(spec: PodSecurityPolicySpec, minor: number): FieldError[] {
  const dropped = spec.requiredDropCapabilities ?? []
  const against = (name: 'defaultAddCapabilities' | 'allowedCapabilities'): FieldError[] =>
    (spec[name] ?? [])
      .filter((capability) => dropped.includes(capability))
      .map((capability) =>
        field.invalid(
          FieldPath.of(name),
          capability,
          `capability is listed in ${name} and requiredDropCapabilities`,
        ),
      )
  const allowsAll = dropped.length > 0 && (spec.allowedCapabilities ?? []).includes('*')
  return [
    ...(allowsAll
      ? [
          field.invalid(
            FieldPath.of('requiredDropCapabilities'),
            badValue(dropped, '[]core.Capability', minor),
            'must be empty when all capabilities are allowed by a wildcard',
          ),
        ]
      : []),
    ...against('defaultAddCapabilities'),
    ...against('allowedCapabilities'),
  ]
}

function validateEscalation(spec: PodSecurityPolicySpec): FieldError[] {
  if (spec.defaultAllowPrivilegeEscalation !== true || spec.allowPrivilegeEscalation === true) return []
  const text =
    'Cannot set DefaultAllowPrivilegeEscalation to true without also setting AllowPrivilegeEscalation to true'
  return [field.invalid(at('defaultAllowPrivilegeEscalation'), true, text)]
}

function validateProcMounts(types: readonly string[]): FieldError[] {
  const known = ['Default', 'Unmasked']
  return eachFinding(types, (type, i) =>
    known.includes(type) ? [] : [field.notSupported(at('allowedProcMountTypes').index(i), type, known)],
  )
}

function validateHostPaths(paths: readonly AllowedHostPath[]): FieldError[] {
  const list = at('allowedHostPaths')
  const empty = paths.findIndex(({ pathPrefix }) => !pathPrefix)
  // Nothing is checked behind the first one that lacks its prefix.
  const checked = empty < 0 ? paths : paths.slice(0, empty)
  const errors = eachFinding(checked, ({ pathPrefix = '' }, i) =>
    pathPrefix.split('/').includes('..')
      ? [field.invalid(list.index(i), pathPrefix, "must not contain '..'")]
      : [],
  )
  return empty < 0 ? errors : [...errors, field.required(list.index(empty), 'is required')]
}

/** @note Upstream repeats the name of the lists in the paths. */
function validateDrivers(spec: PodSecurityPolicySpec, minor: number): FieldError[] {
  const flex = at('allowedFlexVolumes').child('allowedFlexVolumes')
  const csi = at('allowedCSIDrivers').child('allowedCSIDriver')
  return [
    ...eachFinding(spec.allowedFlexVolumes ?? [], ({ driver }, i) =>
      driver ? [] : [field.required(flex.index(i).child('driver'), 'must specify a driver')],
    ),
    ...eachFinding(spec.allowedCSIDrivers ?? [], ({ name = '' }, i) =>
      validateCsiDriverName(name, csi.index(i).child('name'), minor),
    ),
  ]
}

function validateSysctls(allowed: readonly string[], forbidden: readonly string[]): FieldError[] {
  const paths = { allowed: at('allowedUnsafeSysctls'), forbidden: at('forbiddenSysctls') }
  return [
    ...validateSysctlPatterns(allowed, paths.allowed),
    ...validateSysctlPatterns(forbidden, paths.forbidden),
    ...validateNoOverlap({ allowed, forbidden }, paths),
  ]
}

function validateRuntimeClass(rule: RuntimeClassStrategyOptions, minor: number): FieldError[] {
  const names = rule.allowedRuntimeClassNames ?? []
  const path = at('runtimeClass').child('allowedRuntimeClassNames')
  const invalid = (where: FieldPath, name: string): FieldError[] =>
    isDNS1123Subdomain(name).map((text) => field.invalid(where, name, text))
  const errors = eachFinding(names, (name, i) => [
    ...(name === '*' ? [] : invalid(path.index(i), name)),
    ...(names.indexOf(name) < i ? [field.duplicate(path.index(i), name)] : []),
  ])
  const own = rule.defaultRuntimeClassName
  if (own != null) {
    errors.push(...invalid(at('runtimeClass').child('defaultRuntimeClassName'), own))
    if (!names.includes(own) && !names.includes('*'))
      errors.push(field.required(path, `default ${goQuote(own)} must be allowed`))
  }
  if (names.includes('*') && names.length > 1)
    errors.push(
      field.invalid(
        path,
        badValue(names, '[]string', minor),
        "if '*' is present, must not specify other RuntimeClass names",
      ),
    )
  return errors
}
