// Upstream: plugin/pkg/admission/defaulttolerationseconds/admission.go
import type { AdmissionPlugin } from './chain.ts'
import { podOf } from './pod-request.ts'

const taints = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable']

/** Pods stay 300 seconds on a node that is not ready or cannot be reached, unless they say otherwise. */
export const defaultTolerationSeconds: AdmissionPlugin = {
  name: 'DefaultTolerationSeconds',
  handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
  admit(attributes) {
    const pod = podOf(attributes)
    if (pod === undefined) return
    pod.spec ??= {}
    const { tolerations = [] } = pod.spec
    const missing = taints.filter(
      (taint) =>
        !tolerations.some((t) => (!t.key || t.key === taint) && (!t.effect || t.effect === 'NoExecute')),
    )
    if (missing.length === 0) return
    pod.spec.tolerations = [
      ...tolerations,
      ...missing.map((key) => ({ key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 })),
    ]
  },
}
