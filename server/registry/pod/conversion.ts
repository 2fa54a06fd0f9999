// Upstream: pkg/apis/core/v1/conversion.go: what reading and writing through the internal type leaves behind

import type { Pod, PodSpec } from '../../../api/core-v1.ts'
import { getOwn, type KubeObject } from '../../../apimachinery/json.ts'

const initContainerAnnotations = [
  'pod.beta.kubernetes.io/init-containers',
  'pod.alpha.kubernetes.io/init-containers',
  'pod.beta.kubernetes.io/init-container-statuses',
  'pod.alpha.kubernetes.io/init-container-statuses',
]

/** The old name of the service account's field follows the new one. */
export function convertPodSpec(spec: PodSpec): void {
  const account = spec.serviceAccountName || spec.serviceAccount || ''
  if (account === '') {
    delete spec.serviceAccountName
    delete spec.serviceAccount
  } else {
    spec.serviceAccountName = account
    spec.serviceAccount = account
  }
}

/** Where the two forms of the pod's addresses differ, the single one counts. */
export function convertPod(object: KubeObject): void {
  const { spec, status, metadata } = object as unknown as Pod
  for (const key of initContainerAnnotations)
    if (getOwn(metadata?.annotations, key) !== undefined) delete metadata!.annotations![key]
  if (spec) {
    convertPodSpec(spec)
    if ((spec.terminationGracePeriodSeconds ?? 0) < 0) spec.terminationGracePeriodSeconds = 1
  }
  if (!status) return
  const first = status.podIPs?.[0]
  if (status.podIP && status.podIP !== (first?.ip ?? '')) status.podIPs = [{ ip: status.podIP }]
  else if (first?.ip) status.podIP = first.ip
}
