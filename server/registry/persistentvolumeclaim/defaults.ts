// Upstream: pkg/apis/core/v1/defaults.go (SetDefaults_PersistentVolumeClaim, …Spec)

import type { PersistentVolumeClaim, PersistentVolumeClaimSpec } from '../../../api/core-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { roundUpResourceList } from '../core/resource-list.ts'

/** Sets the defaults of a claim's spec, in place. Amounts below a thousandth are rounded up. */
export function setClaimSpecDefaults(spec: PersistentVolumeClaimSpec): void {
  spec.volumeMode ??= 'Filesystem'
  roundUpResourceList(spec.resources?.limits)
  roundUpResourceList(spec.resources?.requests)
}

/** Sets the defaults of a PersistentVolumeClaim, in place. */
export function setClaimDefaults(object: KubeObject): void {
  const claim = object as unknown as PersistentVolumeClaim
  claim.spec ??= {}
  setClaimSpecDefaults(claim.spec)
  claim.status ??= {}
  claim.status.phase ||= 'Pending'
  roundUpResourceList(claim.status.capacity)
  roundUpResourceList(claim.status.allocatedResources)
}
