import type { ReleasePlan } from '../component-base/plan-extension.ts'
import { loadRelease } from '../component-base/release.ts'
import { ClusterUsageError } from './cluster-errors.ts'
import type { ClusterReleases, ComponentState } from './cluster-options.ts'

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
    const right = directionOf(loadRelease(release, plan), loadRelease(target, plan))
    if (right !== undefined && right !== change)
      throw new ClusterUsageError(`${name} is of release ${release}: for ${target} call ${right}`)
  }
}

/** The release that a component is to have; undefined: it stays. */
function releaseOf(
  state: string,
  { apiserver, kubelet, kubeProxy, nodes }: ClusterReleases,
): string | undefined {
  const [component, node = ''] = state.split('/')
  if (component === 'kube-apiserver') return apiserver
  return component === 'kubelet' ? (nodes?.[node] ?? kubelet) : kubeProxy
}

interface Numbers {
  minor: number
  patch: number
}

function directionOf(from: Numbers, to: Numbers): Change | undefined {
  const difference = to.minor - from.minor || to.patch - from.patch
  if (difference === 0) return undefined
  return difference > 0 ? 'upgrade' : 'downgrade'
}
