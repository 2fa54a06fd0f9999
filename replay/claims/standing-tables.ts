import type { Claim } from './claim.ts'
import { gateTable } from './gate-tables.ts'
import { gatesByRelease } from './gates-by-release.ts'
import { objectTable } from './object-tables.ts'
import { servedTable } from './served-tables.ts'

/** What a table says of releases (how gates stand in them, what they serve) or of objects; undefined: it is no such table. @param above the text before it */
export const standingTable = (raw: string, line: number, above: string | undefined): Claim[] | undefined =>
  gateTable(raw, line, above) ??
  servedTable(raw, line, above) ??
  gatesByRelease(raw, line) ??
  objectTable(raw, line, above)
