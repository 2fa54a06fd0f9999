// Upstream: pkg/apis/storage/validation/validation.go (ValidateCSIDriver, ValidateCSIDriverUpdate)
import type { CSIDriverSpec } from '../../../api/storage-v1.ts'
import { type FieldError, FieldPath, field, repeats } from '../../../apimachinery/field-error.ts'
import { validateImmutableField } from '../../../apimachinery/validation/immutable.ts'
import { registryDialect } from '../dialect.ts'

const specPath = FieldPath.of('spec')
const policies = ['File', 'None', 'ReadWriteOnceWithFSType']
const modes = ['Persistent', 'Ephemeral']

const shortest = 600
const longest = 2 ** 32

function validateExpiration(seconds: number | undefined, path: FieldPath): FieldError[] {
  if (seconds == null) return []
  const wrong = (text: string): FieldError[] => [field.invalid(path, seconds, text)]
  if (seconds < shortest) return wrong('may not specify a duration less than 10 minutes')
  return seconds > longest ? wrong('may not specify a duration larger than 2^32 seconds') : []
}

function validateTokenRequests({ tokenRequests }: CSIDriverSpec): FieldError[] {
  const path = specPath.child('tokenRequests')
  const isRepeated = repeats()
  return (tokenRequests ?? []).flatMap(({ audience = '', expirationSeconds }, i) =>
    isRepeated(audience)
      ? [field.duplicate(path.index(i).child('audience'), audience)]
      : validateExpiration(expirationSeconds, path.index(i).child('expirationSeconds')),
  )
}

/** The errors of a CSIDriver's spec. */
export function validateDriverSpec(spec: CSIDriverSpec): FieldError[] {
  const { fsGroupPolicy, volumeLifecycleModes } = spec
  const modesPath = specPath.child('volumeLifecycleModes')
  return [
    ...(fsGroupPolicy == null || policies.includes(fsGroupPolicy)
      ? []
      : [field.notSupported(specPath.child('fsGroupPolicy'), fsGroupPolicy, policies)]),
    ...validateTokenRequests(spec),
    ...(volumeLifecycleModes ?? []).flatMap((mode) =>
      modes.includes(mode) ? [] : [field.notSupported(modesPath, mode, modes)],
    ),
    ...validatePeriod(spec),
    ...validateTokensInSecrets(spec),
  ]
}

function validatePeriod({ nodeAllocatableUpdatePeriodSeconds: period }: CSIDriverSpec): FieldError[] {
  if (period == null || period >= 10) return []
  const path = specPath.child('nodeAllocatableUpdatePeriodSeconds')
  return [field.invalid(path, period, 'must be greater than or equal to 10 seconds')]
}

function validateTokensInSecrets({
  serviceAccountTokenInSecrets,
  tokenRequests,
}: CSIDriverSpec): FieldError[] {
  if (serviceAccountTokenInSecrets == null || (tokenRequests ?? []).length > 0) return []
  const text = 'serviceAccountTokenInSecrets is set but no tokenRequests are specified'
  return [field.invalid(specPath.child('serviceAccountTokenInSecrets'), serviceAccountTokenInSecrets, text)]
}

/** The errors of a change of what says how the driver is called. */
export function validateDriverChange(spec: CSIDriverSpec, old: CSIDriverSpec, minor: number): FieldError[] {
  const same = (name: keyof CSIDriverSpec & string, type: string, shown: string = name): FieldError[] =>
    validateImmutableField(spec[name], old[name], specPath.child(shown), { type, minor })
  const { fixesGroupPolicies } = registryDialect(minor)
  return [
    ...same('attachRequired', '*bool', 'attachedRequired'),
    ...(fixesGroupPolicies ? same('fsGroupPolicy', '*storage.FSGroupPolicy') : []),
    ...(fixesGroupPolicies ? same('podInfoOnMount', '*bool') : []),
    ...same('volumeLifecycleModes', '[]storage.VolumeLifecycleMode'),
    ...(fixesGroupPolicies ? validateTokenRequests(spec) : []),
  ]
}
