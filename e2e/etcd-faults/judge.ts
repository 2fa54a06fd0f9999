import type { Stretch } from './resuming-watcher.ts'
import type { Change } from './witness.ts'
import type { Acknowledged } from './writers.ts'

/** Acknowledged writes that etcd does not have at their revision. */
export function lostWrites(acknowledged: readonly Acknowledged[], changes: readonly Change[]): string[] {
  const there = new Map(changes.map((change) => [change.revision, change]))
  const deletions = new Map<string, number>()
  for (const { name, text } of changes)
    if (text === undefined) deletions.set(name, (deletions.get(name) ?? 0) + 1)
  const bad: string[] = []
  for (const { name, text, revision } of acknowledged) {
    if (text === undefined) {
      const left = deletions.get(name) ?? 0
      deletions.set(name, left - 1)
      if (left <= 0) bad.push(`${name}: a deletion was answered that etcd does not have`)
      continue
    }
    const found = there.get(revision)
    if (found?.name !== name || found.text !== text)
      bad.push(`${name}: ${text} was answered at revision ${revision}, where etcd has ${show(found)}`)
  }
  return bad
}

/** Writes that etcd has more than once. */
export function doubledWrites(changes: readonly Change[]): string[] {
  const times = new Map<string, number>()
  for (const { text } of changes) if (text !== undefined) times.set(text, (times.get(text) ?? 0) + 1)
  return [...times].filter(([, n]) => n > 1).map(([text, n]) => `${text} was written ${n} times`)
}

/** Where what a watcher saw is not what etcd has: each change once, in order, none left out. */
export function wrongEvents(stretches: readonly Stretch[], changes: readonly Change[]): string[] {
  return stretches.flatMap(({ from, changes: seen }) => {
    const to = seen.at(-1)?.revision ?? from
    const expected = changes.filter(({ revision }) => revision > from && revision <= to)
    const i = Array.from({ length: Math.max(seen.length, expected.length) }, (_, at) => at).find(
      (at) => show(seen[at]) !== show(expected[at]),
    )
    return i === undefined
      ? []
      : [`after ${from}, event ${i} is ${show(seen[i])}; etcd has ${show(expected[i])}`]
  })
}

const show = (change: Change | undefined): string =>
  change === undefined ? 'nothing' : `${change.revision} ${change.name} ${change.text ?? 'deleted'}`
