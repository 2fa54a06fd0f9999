// The kinds of all recorded releases, by the names of their discovery: releases/kinds.json, which `npm run record` writes
// (scripts/record/server-facts/listed-kinds.ts).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from './package-root.ts'

/** A kind whose objects some recorded release lists. */
export interface RecordedKind {
  /** `jobs.batch`; without a group for the core one. */
  readonly resource: string
  readonly kind: string
  readonly shortNames: readonly string[]
}

let recorded: readonly RecordedKind[] | undefined

/** The kinds that any recorded release lists, sorted by resource. Read once. */
export function recordedKinds(): readonly RecordedKind[] {
  recorded ??= Object.entries(
    JSON.parse(readFileSync(join(packageRoot, 'releases', 'kinds.json'), 'utf8')) as Record<string, [string]>,
  ).map(([resource, [kind, ...shortNames]]) => ({ resource, kind, shortNames }))
  return recorded
}
