// Whether a sentence that is not understood tells of something that was done: what comes after it is then of another cluster.
import { leavesAll } from '../command-kinds.ts'
import { commandLine } from '../command-line.ts'
import { isTold } from '../programs/in-sentences.ts'

/** "Applying the manifest succeeds": what is done begins the sentence. */
const doing =
  /^\W*(?:(?:then|now|next|again|afterwards|finally),?\s+)*(?:re-?)?(?:applying|creating|deleting|setting|enabling|disabling|patching|scaling|removing|updating|editing|upgrading|downgrading|restarting|rolling|turning|switching|adding|changing|labell?ing|annotating|draining|evicting)\b/i
/** "Then the feature was enabled again": nothing in a cluster does that by itself. */
const done =
  /\b(?:was|were|has been|have been)\s+(?:(?:then|again|now|also|once more|[a-z]+ly)\s+)*(?:enabled|disabled|re-enabled|turned|switched|upgraded|downgraded|rolled back|simulated|reverted)\b(?!\s+by default)/i

/** @param typed the commands that were run so far */
export function tellsOfChange(text: string, typed: readonly string[]): boolean {
  const untyped = [...text.matchAll(/`{1,2}([^`]{4,400})`{1,2}/g)]
    .map(([, code]) => code!.replace(/^\$\s/, ''))
    .filter((code) => isTold(code) && !leavesAll(commandLine(code)))
    .some((code) => !typed.some((one) => one.includes(code)))
  return doing.test(text) || done.test(text) || untyped
}
