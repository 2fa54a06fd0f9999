// Upstream: pkg/apis/storage/validation/validation.go (ValidateCSIStorageCapacity, ValidateCSIStorageCapacityUpdate)
import type { CSIStorageCapacity } from '../../../api/storage-v1.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { validateImmutableField } from '../../../apimachinery/validation/immutable.ts'
import { validateLabelSelector } from '../../../apimachinery/validation/labels.ts'
import { nameIsDNSSubdomain } from '../../../apimachinery/validation/names.ts'
import { validateNonnegativeQuantity } from '../core/resource-validation.ts'
import { extending } from '../generic/resource-row.ts'

const asCapacity = (object: KubeObject): CSIStorageCapacity => object as unknown as CSIStorageCapacity
const topologyPath = FieldPath.of('nodeTopology')
const classPath = FieldPath.of('storageClassName')

function validateCapacity(
  { capacity, nodeTopology, storageClassName = '' }: CSIStorageCapacity,
  minor: number,
): FieldError[] {
  return [
    ...validateLabelSelector(nodeTopology, {}, topologyPath, minor),
    ...nameIsDNSSubdomain(storageClassName, false).map((text) =>
      field.invalid(classPath, storageClassName, text),
    ),
    ...(capacity == null ? [] : validateNonnegativeQuantity(capacity, FieldPath.of('capacity'))),
  ]
}

/** The strategy of CSIStorageCapacities: what tells one from another does not change. An update checks nothing else. */
export const storageCapacityRules = extending({
  validate: ({ server }, object) => validateCapacity(asCapacity(object), server.release.minor),
  validateUpdate({ server }, object, before) {
    const [now, old] = [asCapacity(object), asCapacity(before)]
    const { minor } = server.release
    const print = { type: '*v1.LabelSelector', minor }
    return [
      ...validateImmutableField(now.nodeTopology, old.nodeTopology, topologyPath, print),
      ...validateImmutableField(now.storageClassName ?? '', old.storageClassName ?? '', classPath),
    ]
  },
})
