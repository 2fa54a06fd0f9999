import type { WordNode } from 'just-bash'

type BraceExpansion = Extract<WordNode['parts'][number], { type: 'BraceExpansion' }>
type Item = BraceExpansion['items'][number]

/** How many numbers of one range the shell's library gives: it leaves out the rest, and says nothing. */
const mostOfRange = 10_000
/** With more results than these the library refuses an expansion, and says so. */
const mostInAll = 100_000

/** Writes long ranges of numbers (`{1..20000}`) as several, changing the expansion in place, so that none is cut off without a word. */
export function splitRanges(expansion: BraceExpansion): void {
  expansion.items = expansion.items.flatMap(pieces)
}

function pieces(item: Item): Item[] {
  if (item.type !== 'Range' || typeof item.start !== 'number' || typeof item.end !== 'number') return [item]
  const { start, end } = item
  const size = Math.abs(item.step || 1)
  const count = Math.floor(Math.abs(end - start) / size) + 1
  if (!(count > mostOfRange)) return [item]
  const step = end < start ? -size : size
  const out: Item[] = []
  // One more than there may be is refused, as all of them are.
  for (let from = 0; from < Math.min(count, mostInAll + 1); from += mostOfRange) {
    const last = Math.min(from + mostOfRange, count) - 1
    out.push({ ...item, start: start + step * from, end: start + step * last, step })
  }
  return out
}
