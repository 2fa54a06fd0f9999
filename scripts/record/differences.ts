// Older releases hold of their largest files only what differs from the next release: most of it does not.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { minorOf } from '../../component-base/minor.ts'
import { readFacts } from '../../component-base/release-facts.ts'

type Facts = Record<string, unknown>

/** Their entries are sorted by name. */
const stored = new Set(['schemas', 'protobuf'])
/** The minor number of the first release whose files hold everything. */
const firstWhole = 30

/** What `facts` has otherwise than `newer`, and what it lacks, in the form that `readFacts` puts together again. */
export function differencesFrom(release: string, newer: Facts, facts: Facts): Facts {
  const own = Object.entries(facts).filter(
    ([name, entry]) => !Object.hasOwn(newer, name) || !isDeepStrictEqual(newer[name], entry),
  )
  const without = Object.keys(newer).filter((name) => !Object.hasOwn(facts, name))
  return { $differsFrom: release, $without: without, ...Object.fromEntries(own) }
}

/** What a file of a release (`1.29`) in `folder` holds: all facts, or the differences from the next release where that is there. */
export function storedFacts(folder: string, release: string, file: string, facts: unknown): unknown {
  const minor = minorOf(release)
  const next = `1.${minor + 1}`
  if (minor >= firstWhole || !stored.has(file) || !existsSync(join(folder, next, `${file}.json`)))
    return facts
  return differencesFrom(next, readFacts(folder, next, file) as Facts, facts as Facts)
}
