// What a sentence that is not read as it stands says in other words.
import { plainWordings } from './plain-wording.ts'
import { withoutSharing } from './shared-words.ts'
import { slipsMended } from './usual-slips.ts'

/** Other texts that say the same: in plainer words, with slips mended, with what clauses share in each of them; the likeliest first. */
export function otherWordings(text: string): string[] {
  const mended = slipsMended(text)
  const told = [text, mended, withoutSharing(mended)].flatMap((one) => [one, ...plainWordings(one)])
  return [...new Set([...told, ...told.map(withoutSharing)])].filter((one) => one !== text)
}
