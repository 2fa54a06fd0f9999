// Upstream: plugin/pkg/admission/defaulttolerationseconds/admission.go
import type { AdmissionPlugin } from './chain.ts'
import { podOf } from './pod-request.ts'

/** The seconds that pods tolerate their node being not ready or unreachable, where they do not say. */
export interface TolerationSeconds {
  readonly notReady: number
  readonly unreachable: number
}

/** Pods stay some time on a node that is not ready or cannot be reached, unless they say otherwise. */
export const defaultTolerationSeconds = ({ notReady, unreachable }: TolerationSeconds): AdmissionPlugin => ({
  name: 'DefaultTolerationSeconds',
  handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
  admit(attributes) {
    const pod = podOf(attributes)
    if (pod === undefined) return
    pod.spec ??= {}
    const { tolerations = [] } = pod.spec
    const missing = [
      { key: 'node.kubernetes.io/not-ready', tolerationSeconds: notReady },
      { key: 'node.kubernetes.io/unreachable', tolerationSeconds: unreachable },
    ].filter(
      ({ key }) =>
        !tolerations.some((t) => (!t.key || t.key === key) && (!t.effect || t.effect === 'NoExecute')),
    )
    if (missing.length === 0) return
    pod.spec.tolerations = [
      ...tolerations,
      ...missing.map((toleration) => ({ ...toleration, operator: 'Exists', effect: 'NoExecute' })),
    ]
  },
})
