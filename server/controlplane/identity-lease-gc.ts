// Upstream: pkg/controlplane/controller/apiserverleasegc/gc_controller.go
import type { LeaseSpec } from '../../api/coordination-v1.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { leaseNamespace } from './identity-lease.ts'
import { ignoringConflicts, type OwnObjects } from './own-objects.ts'

/** Leases that do not say how long they last are of nobody. @param now milliseconds */
export function isExpired(lease: KubeObject, now: number): boolean {
  const { renewTime, leaseDurationSeconds } = (lease['spec'] ?? {}) as LeaseSpec
  return (
    renewTime === undefined ||
    leaseDurationSeconds === undefined ||
    Date.parse(renewTime) + leaseDurationSeconds * 1000 < now
  )
}

/** Removes the identity leases of servers that are gone. @param labels whose value is `kube-apiserver`; any of them */
export async function collectIdentityLeases(
  leases: OwnObjects,
  labels: readonly string[],
  now: number,
): Promise<void> {
  for (const one of await leases.list(leaseNamespace))
    if (labels.some((label) => one.metadata.labels?.[label] === 'kube-apiserver') && isExpired(one, now))
      await ignoringConflicts(leases.delete(one))
}
