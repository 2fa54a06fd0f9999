// Which way "scale it down" goes, only the numbers before and after tell.
import type { SectionState } from './section-state.ts'

/** Where a sentence tells of it, and not of who might scale what. */
const direction =
  /(?:^|[.;:,]\s|\b(?:and|then|now|by|we)\s)\W{0,9}scal(?:e|ed|ing)\s(?:[^.,;]{0,60}\s)?(up|out|down)\b/i
const scaled = ['deployments.apps', 'statefulsets.apps', 'replicasets.apps', 'jobs.batch']

/** `up`, `down`; undefined where a sentence says neither. */
export function scalingIn(text: string): 'up' | 'down' | undefined {
  const way = direction.exec(text)?.[1]?.toLowerCase()
  return way === undefined ? undefined : way === 'down' ? 'down' : 'up'
}

/** Wanted replicas of everything, together. */
export async function replicasOf({ parts }: SectionState): Promise<number> {
  const all = await Promise.all(scaled.map((resource) => parts.objects.now(resource)))
  return all.flat().reduce((sum, object) => {
    const spec = object['spec'] as { replicas?: number; parallelism?: number } | undefined
    return sum + (spec?.replicas ?? spec?.parallelism ?? 0)
  }, 0)
}
