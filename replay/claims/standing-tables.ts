import type { Claim } from './claim.ts'
import { gateTable } from './gate-tables.ts'
import { servedTable } from './served-tables.ts'

/** What a table says of releases: how gates stand in them, or what they serve; undefined: it is no such table. @param above the text before it */
export const standingTable = (raw: string, line: number, above: string | undefined): Claim[] | undefined =>
  gateTable(raw, line, above) ?? servedTable(raw, line, above)
