// Upstream: pkg/api/pod/util.go (dropDisabledPodStatusFields)

import type { ContainerStatus, PodSpec, PodStatus } from '../../../api/core-v1.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import type { ServerContext } from '../generic/strategy.ts'
import { podDialect } from './dialect.ts'
import * as inUse from './fields-in-use.ts'

/** `old…`: of the stored pod, which may keep what it has. */
export function dropDisabledStatus(
  status: PodStatus,
  oldStatus: PodStatus | undefined,
  oldSpec: PodSpec | undefined,
  server: ServerContext,
): void {
  const off = (gate: string, used: boolean): boolean => !used && !gateEnabled(server.gates, gate)
  const containers = inUse.containerStatuses(status)
  const drop = (...names: (keyof ContainerStatus)[]): void => {
    for (const container of containers) for (const name of names) delete container[name]
  }
  const old = inUse.containerStatuses(oldStatus)
  if (
    off(
      'InPlacePodLevelResourcesVerticalScaling',
      oldStatus?.resources != null || oldStatus?.allocatedResources != null,
    )
  ) {
    delete status.resources
    delete status.allocatedResources
  }
  if (off('InPlacePodVerticalScaling', inUse.resizePolicy(oldSpec, server.release.minor))) {
    drop('resources', 'allocatedResources')
    if (podDialect(server.release.minor).dropsResizeStatus) delete status.resize
  }
  const { dropsAllocatedResources } = podDialect(server.release.minor)
  if (dropsAllocatedResources && off('InPlacePodVerticalScalingAllocatedStatus', false))
    drop('allocatedResources')
  if (off('DynamicResourceAllocation', (oldSpec?.resourceClaims?.length ?? 0) > 0))
    delete status.resourceClaimStatuses
  if (off('DRAExtendedResource', oldStatus?.extendedResourceClaimStatus != null))
    delete status.extendedResourceClaimStatus
  if (off('PodHostIPs', (oldStatus?.hostIPs?.length ?? 0) > 0)) delete status.hostIPs
  if (off('RecursiveReadOnlyMounts', inUse.recursiveReadOnly(oldSpec))) drop('volumeMounts')
  const health =
    podDialect(server.release.minor).keepsResourceHealth &&
    old.some((c) => (c.allocatedResourcesStatus?.length ?? 0) > 0)
  if (off('ResourceHealthStatus', health)) drop('allocatedResourcesStatus')
  const resources = (list: ContainerStatus[]) =>
    list.flatMap((c) => c.allocatedResourcesStatus ?? []).flatMap((r) => r.resources ?? [])
  if (
    off(
      'ResourceHealthStatusMessage',
      resources(old).some((r) => r.message != null),
    )
  )
    for (const r of resources(containers)) delete r.message
  if (off('SupplementalGroupsPolicy', oldSpec?.securityContext?.supplementalGroupsPolicy != null))
    drop('user')
  dropGenerations(status, oldStatus, off)
  if (
    off(
      'ImageVolumeWithDigest',
      old.some((c) => (c.volumeMounts ?? []).some((m) => m.volumeStatus != null)),
    )
  ) {
    for (const c of containers) for (const mount of c.volumeMounts ?? []) delete mount.volumeStatus
  }
  if (off('DRANodeAllocatableResources', (oldStatus?.nodeAllocatableResourceClaimStatuses?.length ?? 0) > 0))
    delete status.nodeAllocatableResourceClaimStatuses
}

function dropGenerations(
  status: PodStatus,
  old: PodStatus | undefined,
  off: (gate: string, used: boolean) => boolean,
): void {
  const used =
    Boolean(old?.observedGeneration) || (old?.conditions ?? []).some((c) => Boolean(c.observedGeneration))
  if (!off('PodObservedGenerationTracking', used)) return
  delete status.observedGeneration
  for (const condition of status.conditions ?? []) delete condition.observedGeneration
}
