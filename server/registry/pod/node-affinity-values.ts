import type { PodSpec } from '../../../api/core-v1.ts'
import { isValidLabelValue } from '../../../apimachinery/validation/label-names.ts'

/** Upstream: pkg/api/pod/util.go (hasInvalidLabelValueInRequiredNodeAffinity) */
export function hasInvalidLabelValue(spec: PodSpec | undefined, minor: number): boolean {
  const terms =
    spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? []
  return terms.some((term) =>
    (term.matchExpressions ?? []).some((r) =>
      (r.values ?? []).some((value) => isValidLabelValue(value, minor).length > 0),
    ),
  )
}
