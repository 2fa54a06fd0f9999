// Upstream: plugin/pkg/admission/antiaffinity/admission.go
import { newForbidden } from '../../apimachinery/status-error.ts'
import type { AdmissionPlugin } from './chain.ts'
import { podOf } from './pod-request.ts'

const hostname = 'kubernetes.io/hostname'

/** Pods keep others away from their node at most, never from a zone. */
export const limitPodHardAntiAffinityTopology: AdmissionPlugin = {
  name: 'LimitPodHardAntiAffinityTopology',
  handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
  validate(attributes) {
    const pod = podOf(attributes)
    const terms = pod?.spec?.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []
    const other = terms.find(({ topologyKey }) => topologyKey !== hostname)
    if (other === undefined) return
    throw newForbidden(
      { group: '', resource: 'pods' },
      pod?.metadata?.name ?? '',
      `affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey ${other.topologyKey ?? ''} but only key ${hostname} is allowed`,
    )
  },
}
