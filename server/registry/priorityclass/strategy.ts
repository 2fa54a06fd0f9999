// Upstream: pkg/registry/scheduling/priorityclass/strategy.go, pkg/apis/scheduling/v1/defaults.go
import type { PriorityClass } from '../../../api/scheduling-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { extending } from '../generic/resource-row.ts'
import { validatePriorityClass, validatePriorityClassUpdate } from './validation.ts'

const asClass = (object: KubeObject): PriorityClass => object as unknown as PriorityClass

/** The strategy of PriorityClasses. */
export const priorityClassRules = extending({
  setDefaults(object) {
    asClass(object).preemptionPolicy ??= 'PreemptLowerPriority'
  },
  validate: (_ctx, object) => validatePriorityClass(asClass(object)),
  validateUpdate: ({ server }, object, old) =>
    validatePriorityClassUpdate(asClass(object), asClass(old), server.release.minor),
})
