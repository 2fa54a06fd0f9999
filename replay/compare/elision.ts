// Where a document leaves something out.
import type { Bindings, Match } from '../bindings.ts'

const elision =
  /^\s*(?:(?:#|\/\/)\s*)?(?:\.{3}|…)(?:\s*(?:\(.*\)|\[.*\]|<.*>))?\s*$|^\s*\[?(?:\.\.\.|…|snip|output (?:omitted|truncated|elided))\]?\s*$/i

/** Whether a line of a document stands for lines left out. */
export const isElision = (line: string): boolean => elision.test(line)

/** `d9 d9 f7 .. .. ..`: what a dump of bytes leaves out at its end. From the start, so that no line is read again for each of its bytes. */
const bytesLeft = /^ *((?:[0-9a-f]{2} )+)\.\.(?: \.\.)*$/
/** Whether a line shows the first bytes of a dump, and stands for the lines after it too. */
export const leavesBytesOut = (line: string): boolean => bytesLeft.test(line)

const mark = /\.{3,}|…/
/** Whether a line may leave out a part of itself. */
export const leavesOut = (line: string): boolean => mark.test(line) || leavesBytesOut(line)

/** As many bytes tell the encodings of etcd apart; fewer are no check, but may differ. */
const leastBytes = 3

function matchBytes(shown: string, printed: string): Match | undefined {
  const bytes = bytesLeft.exec(shown)?.[1]
  if (bytes === undefined || !printed.trimStart().startsWith(bytes)) return undefined
  return { held: bytes.length >= leastBytes * 3, volatile: 0 }
}

/** A line with less than that around its elision says too little to be recognized by it. */
const leastShown = 3

/** Matches lines of which the document may leave out a part. */
export function matchLine(bindings: Bindings, shown: string, printed: string): Match | undefined {
  const whole = bindings.match(shown, printed)
  if (whole !== undefined || !leavesOut(shown)) return whole
  if (leavesBytesOut(shown)) return matchBytes(shown, printed)
  // What is shown around what is left out: `message: abc...def`.
  const parts = shown.split(mark)
  return parts[0]!.trim().length < leastShown ? undefined : matchParts(bindings, parts, printed)
}

/** The first part begins the line, the last one ends it, the others follow one another in between. */
function matchParts(bindings: Bindings, parts: readonly string[], printed: string): Match | undefined {
  const first = bindings.tokensOf(parts[0]!)
  const last = bindings.tokensOf(parts.at(-1)!)
  const real = bindings.tokensOf(printed)
  const from = first.skeleton.length
  const to = real.skeleton.length - last.skeleton.length
  if (!real.skeleton.startsWith(first.skeleton) || !real.skeleton.endsWith(last.skeleton) || from > to)
    return undefined
  let at = from
  for (const part of parts.slice(1, -1)) {
    const found = real.skeleton.indexOf(bindings.tokensOf(part).skeleton, at)
    if (found < 0 || found + part.length > to) return undefined
    at = found + part.length
  }
  return matchEnds(bindings, parts, printed)
}

/** The tokens at both ends are bound as those of whole lines are. */
function matchEnds(bindings: Bindings, parts: readonly string[], printed: string): Match | undefined {
  const real = bindings.tokensOf(printed).tokens
  const first = bindings.tokensOf(parts[0]!)
  const last = bindings.tokensOf(parts.at(-1)!)
  const undo = bindings.mark()
  const start = bindings.matchTokens(first, { ...first, tokens: real.slice(0, first.tokens.length) })
  const tail = real.slice(real.length - last.tokens.length)
  const end = start && bindings.matchTokens(last, { ...last, tokens: tail })
  if (start === undefined || end === undefined) {
    undo()
    return undefined
  }
  return { held: true, volatile: start.volatile + end.volatile }
}
