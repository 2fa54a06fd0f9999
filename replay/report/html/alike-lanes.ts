import type { Timeline } from './model.ts'

type Lane = Timeline['lanes'][number]

/** Lanes that agree in what `valuesOf` tells of them together, in the order of the first of them. */
export function alikeLanes(lanes: readonly Lane[], valuesOf: (lane: Lane) => unknown): Lane[][] {
  const groups = new Map<string, Lane[]>()
  for (const lane of lanes) {
    const key = JSON.stringify(valuesOf(lane))
    groups.set(key, [...(groups.get(key) ?? []), lane])
  }
  return [...groups.values()]
}
