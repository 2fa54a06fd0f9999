// Which metrics the components of a release have; recorded by `npm run record` (scripts/record/go/metric-names.ts).

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minorOf, spanOf } from './minor.ts'
import { packageRoot } from './package-root.ts'

/** Name → first and last release: `["1.30", "1.34"]`. */
type Recorded = Readonly<Record<string, readonly [string, string]>>

interface Recording {
  readonly names: Recorded
  readonly oldest: number
  readonly newest: number
}

let recording: Recording | undefined

/**
 * Whether the components of a minor release (36) have a metric; later releases have those of the newest recorded one, and those
 * without a published list (before 1.26) those of the oldest.
 */
export function hasMetric(name: string, minor: number): boolean {
  const { names, oldest, newest } = recorded()
  const life = Object.hasOwn(names, name) ? names[name] : undefined
  const at = Math.max(oldest, Math.min(minor, newest))
  return life !== undefined && minorOf(life[0]) <= at && at <= minorOf(life[1])
}

/** The names of the metrics of a minor release, as {@link hasMetric} knows them. */
export const metricNames = (minor: number): string[] =>
  Object.keys(recorded().names).filter((name) => hasMetric(name, minor))

function recorded(): Recording {
  if (recording !== undefined) return recording
  const names = JSON.parse(
    readFileSync(join(packageRoot, 'releases', 'metric-names.json'), 'utf8'),
  ) as Recorded
  const [oldest, newest] = spanOf(Object.values(names).flat())
  recording = { names, oldest, newest }
  return recording
}
