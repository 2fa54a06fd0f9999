// Upstream: pkg/apis/storage/validation/validation.go (ValidateCSINode, ValidateCSINodeUpdate)
import type { CSINode, CSINodeDriver } from '../../../api/storage-v1.ts'
import { eachFinding, type FieldError, FieldPath, field, repeats } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { type KubeObject, semanticEqual } from '../../../apimachinery/json.ts'
import { validateNonnegativeField } from '../../../apimachinery/validation/immutable.ts'
import { validateLabelName } from '../../../apimachinery/validation/labels.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { validateCsiDriverName } from '../core/csi-driver-name.ts'
import { registryDialect } from '../dialect.ts'
import { revalidatedStrategy } from '../generic/extended-strategy.ts'
import type { RulesFor } from '../generic/resource-row.ts'
import type { ServerContext } from '../generic/strategy.ts'
import { repeated } from './repeated.ts'

const maxNodeID = 256

const driversOf = (object: KubeObject): CSINodeDriver[] => (object as unknown as CSINode).spec?.drivers ?? []

function validateNodeID(id: string, path: FieldPath): FieldError[] {
  if (id === '') return [field.required(path, '')]
  return id.length > maxNodeID ? [field.invalid(path, id, `must be ${maxNodeID} characters or less`)] : []
}

function validateTopologyKeys(keys: readonly string[], path: FieldPath, minor: number): FieldError[] {
  const isRepeated = repeats()
  return keys.flatMap((key) => [
    ...(key === '' ? [field.required(path, '')] : []),
    ...(isRepeated(key) ? [field.duplicate(path, key)] : []),
    ...validateLabelName(key, path, minor),
  ])
}

function validateDrivers(drivers: readonly CSINodeDriver[], minor: number): FieldError[] {
  const path = FieldPath.of('spec', 'drivers')
  const isRepeated = repeats()
  return eachFinding(drivers, ({ name = '', nodeID = '', allocatable, topologyKeys }, i) => {
    const at = path.index(i)
    return [
      ...validateCsiDriverName(name, at.child('name'), minor),
      ...validateNodeID(nodeID, at.child('nodeID')),
      ...(allocatable?.count == null
        ? []
        : validateNonnegativeField(allocatable.count, at.child('allocatable', 'count'))),
      ...(isRepeated(name) ? [field.duplicate(at.child('name'), name)] : []),
      ...validateTopologyKeys(topologyKeys ?? [], at, minor),
    ]
  })
}

function validateDriverChanges(
  drivers: readonly CSINodeDriver[],
  old: readonly CSINodeDriver[],
  { release: { minor }, gates }: ServerContext,
): FieldError[] {
  const isMutable = gateEnabled(gates, 'MutableCSINodeAllocatableCount')
  const fixed = ({ allocatable, ...driver }: CSINodeDriver): CSINodeDriver =>
    isMutable || allocatable === undefined ? driver : { ...driver, allocatable }
  const changed = (before: CSINodeDriver): CSINodeDriver[] =>
    drivers.filter((now) => now.name === before.name && !semanticEqual(fixed(now), fixed(before)))
  const path = registryDialect(minor).driversField
  return old
    .flatMap(changed)
    .map((now) =>
      field.invalid(path, badValue(fixed(now), 'storage.CSINodeDriver', minor), 'field is immutable'),
    )
}

/** The strategy of CSINodes. */
export const csiNodeRules: RulesFor = (traits) => {
  const strategy = revalidatedStrategy(traits, {
    validate: ({ server }, object) => validateDrivers(driversOf(object), server.release.minor),
  })
  return {
    strategy: {
      ...strategy,
      validateUpdate: (ctx, object, old) => [
        ...repeated(
          strategy.validateUpdate?.(ctx, object, old) ?? [],
          registryDialect(ctx.server.release.minor).repeatsCSINodeErrors,
        ),
        ...validateDriverChanges(driversOf(object), driversOf(old), ctx.server),
      ],
    },
  }
}
