// Whether a sentence above a block says more than that the block shows something.
import { saysLittle } from './claims/telling.ts'
import { announces, announcesPrinted } from './read-sentence.ts'

const negative =
  /\b(?:not|no|none|never|nothing|neither|nor|without|cannot|fail\w*|errors?|refus\w*|reject\w*|den(?:y|ie[sd])|invalid|forbidden|gone|absent|missing|empty|unset|dropped|removed|deleted|unavailable|unknown|unrecognized|disappear\w*|lost|un\w+able|disabled|off)\b|n['’]t\b/i
const nothing =
  /^\s*(?:\[\s*\]|\{\s*\}|""|''|0|null|none|false|no|<none>|<no value>|nil)\s*$|:\s*(?:""|''|\[\]|\{\}|null|0|false|False|<none>)\s*,?$|\b0\/\d|<none>|\bFalse\b/i
const failure =
  /\b(?:errors?|fail\w*|refus\w*|invalid|cannot|denied|forbidden|not found|unknown|unrecognized|doesn't|unavailable|no resources found|no such|not ready|notready|unable)\b/i

/**
 * "The kind is not served:" states something: that the block below shows an output says nothing of whether that is so. What has its
 * reader look ("Verify that it is not served:") does so only where it denies what is shown.
 * @param shown gives the lines that the document shows below it
 */
export function statesBeyond(text: string, imperative: boolean, shown: () => readonly string[]): boolean {
  if (!announces(text) || announcesPrinted(text) || saysLittle(text)) return false
  return !imperative || deniesShown(text, shown())
}

/** "The kind is served:" above an error: what it says, whether it is understood or not, is not what is shown. */
export const belies = (text: string, imperative: boolean, shown: () => readonly string[]): boolean =>
  !imperative && announces(text) && !announcesPrinted(text) && finite.test(text) && deniesShown(text, shown())
const finite =
  /\b(?:is|are|was|were|has|have|had|can|cannot|could|may|might|does|do|did|will|gets?|stays?|remains?)\b/i

function deniesShown(text: string, shown: readonly string[]): boolean {
  const lines = shown.filter((line) => line.trim() !== '')
  if (lines.length === 0) return false
  if (negative.test(text))
    return !lines.some((line) => nothing.test(line) || failure.test(line) || negative.test(line))
  // `kubectl auth can-i` answers in one word.
  return lines.every((line) => failure.test(line) || /^\s*no(?: - .*)?\s*$/.test(line))
}
