// Upstream: pkg/kubelet/kuberuntime/kuberuntime_container_linux.go (generateLinuxContainerResources)
import { Quantity } from '../../apimachinery/quantity.ts'
import type { CgroupRules } from '../../containers/cgroup-rules.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import type { KubeletOptions } from '../kubelet-options.ts'
import { kubeletPodDialect } from './dialect.ts'
import type { Allocatable } from './node-room.ts'

/** How a kubelet limits its containers. @param allocatable what the node offers to pods */
export const cgroupRules = (
  { gates, release, settings }: Pick<KubeletOptions, 'gates' | 'release' | 'settings'>,
  allocatable: () => Allocatable,
): CgroupRules => {
  const { memoryHigh, reservesByPolicy } = kubeletPodDialect(release.minor)
  const byPolicy = settings.memoryReservationPolicy === 'TieredReservation' ? 'tiers' : 'nothing'
  return {
    quotaPeriod: settings.cpuQuotaPeriod,
    podLevel: gateEnabled(gates, 'PodLevelResources'),
    memoryQoS: gateEnabled(gates, 'MemoryQoS')
      ? {
          throttlingFactor: settings.memoryThrottlingFactor,
          throttles: memoryHigh,
          keeps: reservesByPolicy ? byPolicy : 'min',
          allocatable: () => Number(Quantity.parse(allocatable()['memory'] ?? '0').value()),
        }
      : undefined,
  }
}
