/** The numbers of a sorted list that are at least `from`. */
export function* fromOn(sorted: readonly number[], from: number): Generator<number> {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < from) low = middle + 1
    else high = middle
  }
  for (let at = low; at < sorted.length; at++) yield sorted[at]!
}

/** The first of sorted numbers from `from` on. */
export const firstFrom = (sorted: readonly number[], from: number): number | undefined =>
  fromOn(sorted, from).next().value ?? undefined

/** Adds to a list of a map. */
export function addTo<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}
