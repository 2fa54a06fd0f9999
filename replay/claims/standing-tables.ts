import type { Claim } from './claim.ts'
import { gateTable } from './gate-tables.ts'
import { gatesByRelease, listsGates } from './gates-by-release.ts'
import { objectTable } from './object-tables.ts'
import { servedTable } from './served-tables.ts'

/** What a table says of releases (how gates stand in them, what they serve) or of objects; `unread`: it is one of gates that is not understood, undefined: it is no such table. @param above the text before it */
export const standingTable = (
  raw: string,
  line: number,
  above: string | undefined,
): Claim[] | 'unread' | undefined =>
  gateTable(raw, line, above) ??
  servedTable(raw, line, above) ??
  gatesByRelease(raw, line) ??
  objectTable(raw, line, above) ??
  (listsGates(raw) ? 'unread' : undefined)
