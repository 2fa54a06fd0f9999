import type { ReleasePlan } from '../component-base/plan-extension.ts'
import { ClusterUsageError } from './cluster-errors.ts'
import type { ClusterReleases, ComponentState } from './cluster-options.ts'
import { compareReleases } from './release-order.ts'

type Change = 'upgrade' | 'downgrade'

/**
 * The order of the components is that of the direction: whoever goes the other way would change them in the wrong one. A
 * component that has the release already may be named. Throws ClusterUsageError.
 */
export function checkDirection(
  change: Change,
  to: ClusterReleases,
  states: readonly ComponentState[],
  plan: ReleasePlan | undefined,
): void {
  for (const { name, release } of states) {
    const target = releaseOf(name, to)
    if (target === undefined) continue
    const right = directionOf(release, target, plan)
    if (right !== undefined && right !== change)
      throw new ClusterUsageError(`${name} is of release ${release}: for ${target} call ${right}`)
  }
}

/** The release that a component is to have; undefined: it stays. */
function releaseOf(
  state: string,
  { apiserver, apiservers, kubelet, kubeProxy, nodes }: ClusterReleases,
): string | undefined {
  const [component, node = ''] = state.split('/')
  if (component!.startsWith('kube-apiserver')) return apiservers?.[state] ?? apiserver
  return component === 'kubelet' ? (nodes?.[node] ?? kubelet) : kubeProxy
}

function directionOf(from: string, to: string, plan: ReleasePlan | undefined): Change | undefined {
  const difference = compareReleases(to, from, plan)
  if (difference === 0) return undefined
  return difference > 0 ? 'upgrade' : 'downgrade'
}
