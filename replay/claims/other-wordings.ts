// What a sentence that is not read as it stands says in other words.
import { plainWordings } from './plain-wording.ts'
import { withoutSharing } from './shared-words.ts'
import { slipsMended } from './usual-slips.ts'

/** Other texts that say the same: in plainer words, with slips mended, with what clauses share in each of them; the likeliest first. */
export function otherWordings(text: string): string[] {
  const mended = slipsMended(text)
  // Mostly one and the same text: its wordings are looked for once.
  const starts = new Set([text, mended, withoutSharing(mended)])
  const told = [...starts].flatMap((one) => [one, ...plainWordings(one)])
  return [...new Set([...told, ...told.map(withoutSharing)])].filter((one) => one !== text)
}
