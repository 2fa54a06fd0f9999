// Upstream: plugin/pkg/admission/extendedresourcetoleration/admission.go, pkg/apis/core/helper (AddOrUpdateTolerationInPod)
import type { Toleration } from '../../api/core-v1.ts'
import { isExtendedResource } from '../registry/core/resource-list.ts'
import type { AdmissionPlugin } from './chain.ts'
import { podOf } from './pod-request.ts'

/** Pods that ask for an extended resource may run on the nodes that are kept for it. */
export const extendedResourceToleration: AdmissionPlugin = {
  name: 'ExtendedResourceToleration',
  handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
  admit(attributes) {
    const pod = podOf(attributes)
    if (pod === undefined) return
    const { containers, initContainers, tolerations = [] } = pod.spec ?? {}
    // A pod that was sent without containers has null.
    const all = [...(containers ?? []), ...(initContainers ?? [])]
    const names = all.flatMap((c) => Object.keys(c.resources?.requests ?? {}))
    const extended = [...new Set(names)].filter((name) =>
      isExtendedResource(name, attributes.request.server.release.minor),
    )
    if (extended.length === 0) return
    pod.spec = { ...pod.spec, tolerations: extended.sort().reduce(tolerate, tolerations) }
  },
}

/** In the place of one with the same key and effect, or at the end. */
function tolerate(tolerations: readonly Toleration[], key: string): Toleration[] {
  const wanted: Toleration = { key, operator: 'Exists', effect: 'NoSchedule' }
  const matches = (t: Toleration): boolean =>
    t.key === key && t.effect === 'NoSchedule' && t.operator === 'Exists' && !t.value
  return tolerations.some(matches)
    ? tolerations.map((t) => (matches(t) ? wanted : t))
    : [...tolerations, wanted]
}
