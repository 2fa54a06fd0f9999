// Upstream: pkg/registry/scheduling/priorityclass/strategy.go, storage/storage.go, pkg/apis/scheduling/v1/defaults.go
import type { PriorityClass } from '../../../api/scheduling-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { newForbidden } from '../../../apimachinery/status-error.ts'
import { extending } from '../generic/resource-row.ts'
import { isSystemPriorityClass, validatePriorityClass, validatePriorityClassUpdate } from './validation.ts'

const asClass = (object: KubeObject): PriorityClass => object as unknown as PriorityClass

/** The strategy of PriorityClasses. */
export const priorityClassRules = extending({
  setDefaults(object) {
    asClass(object).preemptionPolicy ??= 'PreemptLowerPriority'
  },
  validate: (_ctx, object) => validatePriorityClass(asClass(object)),
  validateUpdate: ({ server }, object, old) =>
    validatePriorityClassUpdate(asClass(object), asClass(old), server.release.minor),
  refuseDeletion(name) {
    if (!isSystemPriorityClass(name)) return
    throw newForbidden(
      { group: 'scheduling.k8s.io', resource: 'priorityclasses' },
      name,
      'this is a system priority class and cannot be deleted',
    )
  },
})
