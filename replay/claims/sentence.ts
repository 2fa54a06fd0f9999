// A paragraph as the sentences that it is made of.

/** Markdown as written, white space folded to one blank; `line` is the document's line where it begins. */
export interface Sentence {
  text: string
  line: number
}

/** Words whose full stop ends no sentence. */
const abbreviation = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|aka|resp|incl|no|iow|fig|a\.k\.a)\.$/i
/** Bounded, so that a page of brackets takes no longer than a page of prose. */
const spans =
  /(`{1,4})[^`]{0,2000}\1|\[[^\]\n]{0,400}\]\([^)\n]{0,400}\)|<[a-z]{1,10}:[^>\s]{0,400}>|https?:\/\/\S+/g

/** @param raw a paragraph with its line breaks. @param line of its first line */
export function sentencesOf(raw: string, line: number): Sentence[] {
  const masked = raw.replace(spans, hide)
  const sentences: Sentence[] = []
  let start = 0
  let here = line
  for (const end of [...endsIn(masked), raw.length]) {
    const text = raw.slice(start, end)
    const blank = text.slice(0, text.length - text.trimStart().length)
    const folded = text.replace(/\s+/g, ' ').trim()
    const before = sentences.at(-1)
    if (before !== undefined && tellsHow.test(folded)) before.text += ` ${folded}`
    else if (folded !== '') sentences.push({ text: folded, line: here + lineBreaks(blank) })
    here += lineBreaks(text)
    start = end
  }
  return sentences
}

/** "This is done by …": what the sentence before it speaks of, and nothing more. */
const tellsHow = /^(?:this|that|it) (?:is|was) (?:accomplished|achieved) by\b[^:]{0,600}:$/i

const lineBreaks = (text: string): number => text.split('\n').length - 1

/** Same length, no mark in it; what ends a URL in prose stays. */
function hide(span: string): string {
  let end = span.length
  if (/^https?:/.test(span)) while (/[.,;:!?)]/.test(span[end - 1]!)) end--
  return 'x'.repeat(end) + span.slice(end)
}

const labelled = /^\s*\*\*[^*]{0,80}\b(?:(?:up|down)grad\w*|roll\w*[\s-]?back|v?1\.\d\d)\b[^*]{0,60}:\*\*$/i
/** Where sentences end: after a stop and closing marks, before white space and what may begin one. */
function endsIn(masked: string): number[] {
  const ends: number[] = []
  // "…, The …": a comma in place of a full stop.
  for (const match of masked.matchAll(/(?<![.!?])[.!?]{1,4}["')\]*_]{0,4}(?=\s)|,(?=\sThe\s)|:\*\*(?=\s)/g)) {
    const end = match.index + match[0].length
    const before = masked.slice(Math.max(0, match.index - 12), match.index + 1)
    const after = masked.slice(end, end + 40).trimStart()
    if (abbreviation.test(before) && !/^[A-Z]\w*\s+(?:the|that|if)\b/.test(after)) continue
    // "**Downgrade to 1.32:** the HPA remains": a title, and what is so.
    if (match[0] === ':**' && !labelled.test(masked.slice(ends.at(-1) ?? 0, end))) continue
    // "**1. Cordon.**": the number is no sentence either.
    if (/^\s*[*_]{0,3}\d+\.$/.test(masked.slice(ends.at(-1) ?? 0, match.index + 1))) continue
    if (match[0].startsWith('...') && /^[a-z]/.test(after)) continue
    ends.push(end)
  }
  return ends
}
