// Upstream: kubectl/pkg/describe/describe.go (printPodTolerationsMultiline, describeTopologySpreadConstraints)
import type { Toleration, TopologySpreadConstraint } from '../../../api/core-v1.ts'
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
export function topologyText(constraints: readonly TopologyConstraint[], space: string): string {
  if (constraints.length === 0) return ''
  const lines = [...constraints]
    .sort((a, b) => ((a.topologyKey ?? '') < (b.topologyKey ?? '') ? -1 : 1))
    .map((c) => {
      const selector = c.labelSelector === undefined ? '' : ` for selector ${selectorText(c.labelSelector)}`
      return `${c.topologyKey}:${c.whenUnsatisfiable} when max skew ${c.maxSkew} is exceeded${selector}`
    })
  return multiline('Topology Spread Constraints', lines, space)
}
