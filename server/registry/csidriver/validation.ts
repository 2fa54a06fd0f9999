// Upstream: pkg/apis/storage/validation/validation.go (ValidateCSIDriver, ValidateCSIDriverUpdate)
import type { CSIDriverSpec } from '../../../api/storage-v1.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { validateImmutableField } from '../../../apimachinery/validation/immutable.ts'

const specPath = FieldPath.of('spec')
const policies = ['File', 'None', 'ReadWriteOnceWithFSType']
const modes = ['Persistent', 'Ephemeral']

/** The errors of a CSIDriver's spec. */
export function validateDriverSpec({
  fsGroupPolicy,
  volumeLifecycleModes = [],
}: CSIDriverSpec): FieldError[] {
  const modesPath = specPath.child('volumeLifecycleModes')
  return [
    ...(fsGroupPolicy == null || policies.includes(fsGroupPolicy)
      ? []
      : [field.notSupported(specPath.child('fsGroupPolicy'), fsGroupPolicy, policies)]),
    ...volumeLifecycleModes.flatMap((mode) =>
      modes.includes(mode) ? [] : [field.notSupported(modesPath, mode, modes)],
    ),
  ]
}

/** The errors of a change of what says how the driver is called. */
export function validateDriverChange(spec: CSIDriverSpec, old: CSIDriverSpec, minor: number): FieldError[] {
  const same = (name: keyof CSIDriverSpec & string, type: string, shown: string = name): FieldError[] =>
    validateImmutableField(spec[name], old[name], specPath.child(shown), { type, minor })
  return [
    ...same('attachRequired', '*bool', 'attachedRequired'),
    ...same('fsGroupPolicy', '*storage.FSGroupPolicy'),
    ...same('podInfoOnMount', '*bool'),
    ...same('volumeLifecycleModes', '[]storage.VolumeLifecycleMode'),
  ]
}
