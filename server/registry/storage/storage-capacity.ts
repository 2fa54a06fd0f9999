// Upstream: pkg/apis/storage/validation/validation.go (ValidateCSIStorageCapacity, ValidateCSIStorageCapacityUpdate)
import type { CSIStorageCapacity } from '../../../api/storage-v1.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { validateImmutableField } from '../../../apimachinery/validation/immutable.ts'
import { validateLabelSelector } from '../../../apimachinery/validation/labels.ts'
import { nameIsDNSSubdomain } from '../../../apimachinery/validation/names.ts'
import { validateObjectMeta } from '../../../apimachinery/validation/object-meta.ts'
import { validateKubeFinalizers } from '../core/kube-finalizers.ts'
import { metaAsNew } from '../core/object-meta-validation.ts'
import { validateNonnegativeQuantity } from '../core/resource-validation.ts'
import { registryDialect } from '../dialect.ts'
import { defaultStrategy } from '../generic/default-strategy.ts'
import type { RulesFor } from '../generic/resource-row.ts'

const asCapacity = (object: KubeObject): CSIStorageCapacity => object as unknown as CSIStorageCapacity
const topologyPath = FieldPath.of('nodeTopology')
const classPath = FieldPath.of('storageClassName')

function validateCapacity(object: KubeObject, minor: number): FieldError[] {
  const { capacity, nodeTopology, storageClassName = '' } = asCapacity(object)
  return [
    ...validateKubeFinalizers(object.metadata),
    ...validateLabelSelector(nodeTopology, {}, topologyPath, minor),
    ...nameIsDNSSubdomain(storageClassName, false).map((text) =>
      field.invalid(classPath, storageClassName, text),
    ),
    ...(capacity == null ? [] : validateNonnegativeQuantity(capacity, FieldPath.of('capacity'))),
  ]
}

/** What tells one capacity from another does not change. */
function validateChange(now: CSIStorageCapacity, old: CSIStorageCapacity, minor: number): FieldError[] {
  const print = { type: '*v1.LabelSelector', minor }
  return [
    ...validateImmutableField(now.nodeTopology, old.nodeTopology, topologyPath, print),
    ...validateImmutableField(now.storageClassName ?? '', old.storageClassName ?? '', classPath),
  ]
}

/** The strategy of CSIStorageCapacities. */
export const storageCapacityRules: RulesFor = (traits) => ({
  strategy: {
    ...defaultStrategy(traits),
    validate(ctx, object) {
      const { minor } = ctx.server.release
      const errors = validateCapacity(object, minor)
      return registryDialect(minor).repeatsCapacityErrors
        ? [...errors, ...metaAsNew(ctx, object), ...errors]
        : errors
    },
    validateUpdate({ server }, object, old) {
      const { minor } = server.release
      const path = FieldPath.of('metadata')
      return [
        ...validateObjectMeta(object.metadata, true, nameIsDNSSubdomain, path, minor),
        ...validateCapacity(object, minor),
        ...validateKubeFinalizers(object.metadata),
        ...validateChange(asCapacity(object), asCapacity(old), minor),
      ]
    },
  },
})
