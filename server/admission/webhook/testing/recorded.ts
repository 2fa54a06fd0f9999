// Results of cases by release, each told once.
import type { StepResult } from './play.ts'

/** The results of a case by release: `1.30`. */
export type RecordedCase<T = StepResult> = Readonly<Record<string, readonly T[]>>

/** Reads a file of {@link writtenRecorded}. */
export function readRecorded<T = StepResult>(text: string): Map<string, RecordedCase<T>> {
  const lines = text.split('\n').filter((line) => line.startsWith('{'))
  return new Map(
    lines.map((line) => {
      const { name, results } = JSON.parse(line.replace(/,$/, '')) as {
        name: string
        results: [string, T[]][]
      }
      return [
        name,
        Object.fromEntries(results.flatMap(([releases, own]) => releases.split(' ').map((r) => [r, own]))),
      ]
    }),
  )
}

/** A line for each case; releases with the same results share them. */
export function writtenRecorded<T = StepResult>(cases: ReadonlyMap<string, RecordedCase<T>>): string {
  const lines = [...cases].map(([name, byRelease]) => {
    const same = new Map<string, { releases: string[]; own: readonly T[] }>()
    for (const [release, own] of Object.entries(byRelease)) {
      const text = JSON.stringify(own)
      const known = same.get(text) ?? { releases: [], own }
      known.releases.push(release)
      same.set(text, known)
    }
    const results = [...same.values()].map(({ releases, own }) => [releases.join(' '), own])
    return JSON.stringify({ name, results })
  })
  return `[\n${lines.join(',\n')}\n]\n`
}
