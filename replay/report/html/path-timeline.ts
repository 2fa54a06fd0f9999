// What ran and what fields held, before the first hop and after each.
import type { HopResult, PathResult } from '../../path/path-result.ts'
import type { Timeline, TimelineValue } from './model.ts'
import { componentLanes, fieldLanes } from './replay-timeline.ts'

type Lane = Timeline['lanes'][number]

/** The timeline of a walk: components, then watched fields, then those that changed. */
export function pathTimeline(first: string, { start, hops }: PathResult): Timeline {
  const moments = [start, ...hops]
  return {
    moments: [first, ...hops.map((hop) => `${hop.from} → ${hop.to}`)],
    lanes: [...componentLanes(moments), ...fieldLanes(moments), ...changedLanes(hops)],
  }
}

/** A field that a hop changed has its value from before in all moments up to there. */
function changedLanes(hops: readonly HopResult[]): Lane[] {
  const watched = new Set(hops.flatMap((hop) => hop.fields.map(({ field }) => field)))
  const names = new Set(
    hops.flatMap((hop) =>
      hop.changes.filter(({ field }) => field !== '').map(({ object, field }) => `${object} ${field}`),
    ),
  )
  return [...names]
    .filter((name) => !watched.has(name))
    .map((name) => ({ name, kind: 'field' as const, values: valuesOf(name, hops) }))
}

function valuesOf(name: string, hops: readonly HopResult[]): (TimelineValue | undefined)[] {
  const changes = hops.map((hop) => hop.changes.find(({ object, field }) => `${object} ${field}` === name))
  let value = changes.find((change) => change !== undefined)?.before
  const values = [value]
  for (const change of changes) {
    if (change !== undefined) value = change.after
    values.push(value)
  }
  return values.map((one) => (one === undefined ? undefined : { text: JSON.stringify(one), notes: [] }))
}
