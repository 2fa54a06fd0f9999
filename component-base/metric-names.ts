// Which metrics the components of a release have; recorded by `npm run record` (scripts/record/go/metric-names.ts).

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minorOf } from './minor.ts'
import { packageRoot } from './package-root.ts'

/** Name → first and last release: `["1.30", "1.34"]`. */
type Recorded = Record<string, [string, string]>

let recorded: [name: string, first: number, last: number][] | undefined

/**
 * The names of metrics that the components of a minor release (36) have; later releases have those of the newest recorded
 * one, and those without a published list (before 1.26) those of the oldest.
 */
export function metricNames(minor: number): string[] {
  recorded ??= read()
  const newest = Math.max(...recorded.map(([, , last]) => last))
  const oldest = Math.min(...recorded.map(([, first]) => first))
  const at = Math.max(oldest, Math.min(minor, newest))
  return recorded.filter(([, first, last]) => first <= at && at <= last).map(([name]) => name)
}

function read(): [string, number, number][] {
  const file = JSON.parse(
    readFileSync(join(packageRoot, 'releases', 'metric-names.json'), 'utf8'),
  ) as Recorded
  return Object.entries(file).map(([name, [first, last]]) => [name, minorOf(first), minorOf(last)])
}
