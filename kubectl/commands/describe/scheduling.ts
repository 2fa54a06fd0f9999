// Upstream: kubectl/pkg/describe/describe.go (printPodTolerationsMultiline, describeTopologySpreadConstraints, describeWorkloadReference, describeSchedulingGroup)
import type { PodSpec, Toleration, TopologySpreadConstraint } from '../../../api/core-v1.ts'
import { describeDialect } from './dialect.ts'
import { multiline, selectorText } from './parts.ts'

/** v1 TopologySpreadConstraint. */
export type TopologyConstraint = TopologySpreadConstraint
const byKey = (a: { key?: string }, b: { key?: string }): number =>
  (a.key ?? '') < (b.key ?? '') ? -1 : (a.key ?? '') > (b.key ?? '') ? 1 : 0

/** The tolerations, one a line, sorted by key. */
export function tolerationsText(title: string, tolerations: readonly Toleration[]): string {
  const lines = [...tolerations].sort(byKey).map((t) => {
    const [key, value, effect] = [t.key ?? '', t.value ?? '', t.effect ?? '']
    const named = `${key}${value === '' ? '' : `=${value}`}${effect === '' ? '' : `:${effect}`}`
    const exists =
      t.operator === 'Exists' && value === '' ? `${key !== '' || effect !== '' ? ' ' : ''}op=Exists` : ''
    const seconds = t.tolerationSeconds === undefined ? '' : ` for ${t.tolerationSeconds}s`
    return `${named}${exists}${seconds}`
  })
  return multiline(title, lines)
}

/** The topology spread constraints, one a line, sorted by topology key; empty where there are none. */
export function topologyText(
  constraints: readonly TopologyConstraint[],
  space: string,
  minor: number,
): string {
  if (constraints.length === 0 || !describeDialect(minor).spreading) return ''
  const lines = [...constraints]
    .sort((a, b) => ((a.topologyKey ?? '') < (b.topologyKey ?? '') ? -1 : 1))
    .map((c) => {
      const selector = c.labelSelector === undefined ? '' : ` for selector ${selectorText(c.labelSelector)}`
      return `${c.topologyKey}:${c.whenUnsatisfiable} when max skew ${c.maxSkew} is exceeded${selector}`
    })
  return multiline('Topology Spread Constraints', lines, space)
}

/** The group that a pod is scheduled with; empty where it has none, or the release does not tell it. */
export function groupText({ workloadRef, schedulingGroup }: PodSpec, space: string, minor: number): string {
  const { group } = describeDialect(minor)
  if (group === 'schedulingGroup' && schedulingGroup != null)
    return `${space}SchedulingGroup:\n  PodGroupName:\t${schedulingGroup.podGroupName ?? ''}\n`
  if (group !== 'workloadRef' || workloadRef == null) return ''
  const { name = '', podGroup = '', podGroupReplicaKey = '' } = workloadRef
  const key = podGroupReplicaKey === '' ? '' : `  PodGroupReplicaKey:\t${podGroupReplicaKey}\n`
  return `${space}WorkloadRef:\n  Name:\t${name}\n  PodGroup:\t${podGroup}\n${key}`
}
