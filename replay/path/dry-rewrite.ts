// What a release says when objects are written as they are, as a storage migration or a controller would: nothing is changed.

import type { Status } from '../../apimachinery/status-error.ts'
import type { RestClient } from '../../client/rest-client.ts'
import type { Seen, Snapshot } from './snapshot.ts'

/** The answers of a server to unchanged objects. */
export interface Rewrites {
  /** `API: Service default/web: …` */
  warnings: string[]
  refused: { object: string; seen: Seen; status: Status }[]
}

/** PUTs the named objects unchanged, as dry runs, and collects warnings and refusals. */
export async function rewrite(
  client: RestClient,
  snapshot: Snapshot,
  names: Iterable<string>,
): Promise<Rewrites> {
  const found: Rewrites = { warnings: [], refused: [] }
  for (const name of names) {
    const seen = snapshot.get(name)
    if (seen === undefined) continue
    const path = `${seen.path}?dryRun=All`
    const { code, body, warnings } = await client.exchange({ method: 'PUT', path, body: seen.object })
    for (const text of warnings) found.warnings.push(`API: ${name}: ${text}`)
    if (code >= 300) found.refused.push({ object: name, seen, status: body as Status })
  }
  return found
}
