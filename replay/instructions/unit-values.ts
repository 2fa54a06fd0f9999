// Numbers and outcomes that a sentence gives what is typed below it, where that has others: "with three completions" above two.
import { digitsOf, numberWords } from '../claims/lexicon.ts'

const number = `\\d{1,6}|${Object.keys(numberWords).join('|')}`
/** "Three replicas", "parallelism 3", "a backoff limit of 2". */
const said = new RegExp(
  String.raw`(?<![\w.-])(${number})\s+([a-z]{5,20}?)(?:e?s)?\b(?![-\w]|\s+(?:${number})\b\s*(?:,|and\b))|\b([a-z]{5,20}?)s?\s+(?:(?:of|to|is|=)\s+)?(\d{1,6})\b`,
  'gi',
)
const numberOf = (word: string): string | undefined =>
  /^\d+$/.test(word) ? word : digitsOf(word.toLowerCase())

/** Numbers that what is typed gives a word: `--replicas=3`, `parallelism: 3`. */
const typedFor = (unit: string, typed: string): string[] =>
  [
    ...typed.matchAll(
      new RegExp(String.raw`(?<![a-z])${unit}(?:e?s)?["']?\s?[:= ]\s?["']?(\d{1,6})\b`, 'gi'),
    ),
  ].map(([, value]) => value!)

/** The number of a thing that what is typed gives another number, as the sentence says it; undefined: there is none. */
export function otherNumber(text: string, typed: readonly string[]): string | undefined {
  const all = typed.join('\n')
  for (const [, before, unit, named, behind] of text.replace(/`[^`]*`/g, 'it').matchAll(said)) {
    const count = numberOf(before ?? behind!)
    const values = count === undefined ? [] : typedFor((unit ?? named)!, all)
    if (values.length > 0 && !values.includes(count!)) return before ?? behind
  }
  return otherQuota(text, all)
}

const quotaOf = new RegExp(
  String.raw`\b(?:quota|limit|at most|no more than|up to|maximum|budget)\b[^.;]{0,60}?(?<![\w.-])(${number})\s+(pod|job|service|secret|configmap)s?\b`,
  'i',
)
/** "A quota of three Pods" above `--hard=pods=2`: short nouns, which elsewhere are what the number is of by chance. */
function otherQuota(text: string, typed: string): string | undefined {
  const [, said, noun] = /\bhard\b/.test(typed) ? (quotaOf.exec(text) ?? []) : []
  const count = said === undefined ? undefined : numberOf(said)
  const values = count === undefined ? [] : typedFor(noun!, typed)
  return values.length > 0 && !values.includes(count!) ? said : undefined
}

const alone = new RegExp(String.raw`(?<![\w.=/-])(${number})(?![\w.=/-])(?!\s*%)`, 'gi')
/** What numbers the document itself. */
const numbering =
  /\b(?:steps?|scenarios?|cases?|tests?|sections?|parts?|kubernetes|release|version|issue|kep|page|figure|listing|chapter)\s+$/i
/** A longer sentence is a table or a list of numbers, and each of its numbers would be looked for in all that is shown. */
const longest = 700
/** How long each list is: of lines that begin with a dash, and between brackets. */
function lengthsOf(text: string): string[] {
  const lengths: number[] = text.split(/^-{3}/m).length > 1 ? [text.split(/^-{3}\s*\n/m).length] : []
  const open = new Map<number, number>()
  const end = (from: number): void => {
    for (const [indent, count] of open)
      if (indent >= from) {
        lengths.push(count)
        open.delete(indent)
      }
  }
  for (const line of text.split('\n')) {
    const [, blanks = '', dash] = /^(\s*)(-\s)?\S/.exec(line) ?? []
    end(blanks.length + (dash === undefined ? 0 : 1))
    if (dash !== undefined) open.set(blanks.length, (open.get(blanks.length) ?? 0) + 1)
  }
  end(0)
  for (const [, inner] of text.matchAll(/\[([^[\]\n]*)\]/g)) lengths.push(inner!.split(',').length)
  return lengths.map(String)
}

/** A number of a sentence that what is shown below it neither has nor counts, as the sentence says it; undefined: there is none. */
export function unshownNumber(text: string, shown: readonly string[]): string | undefined {
  if (shown.length === 0 || text.length > longest) return undefined
  const other = otherNumber(text, shown)
  if (other !== undefined) return other
  const all = shown.join('\n')
  const known = new Set([...(all.match(/\d+/g) ?? []), ...shown.flatMap(lengthsOf)])
  const plain = text.replace(/`[^`]*`/g, (code) => 'x'.repeat(code.length))
  return [...plain.matchAll(alone)].find(({ index, 1: word }) => {
    const count = numberOf(word!)
    if (count === undefined || count === '1' || known.has(count) || numbering.test(plain.slice(0, index)))
      return false
    // "Two workers": as many lines speak of one.
    const noun = /^\s+([a-z]{3,30}?)s?\b/i.exec(plain.slice(index + word!.length))?.[1]?.toLowerCase()
    const lines =
      noun === undefined ? [] : all.split('\n').filter((line) => line.toLowerCase().includes(noun))
    return String(lines.length) !== count
  })?.[1]
}

const lets =
  /\b(?:(?:is|are|was|were|gets?|got)\s+(?:now\s+|still\s+|then\s+)?(?:let through|let in|waved through|admitted|accepted|allowed)|(?:goes|go|went|gets?|got|comes|come|came)\s+through|passes|passed|succeeds?|succeeded|starts?\s+(?:regardless|anyway|nevertheless|all the same|fine|normally|successfully))\b/i
const refuses =
  /\b(?:is|are|was|were|gets?|got)\s+(?:now\s+|still\s+|then\s+)?(?:denied|rejected|refused|turned down|turned away|not\s+(?:accepted|admitted|allowed|permitted|let through)|forbidden)\b|\b(?:fails?|failed)\b/i
const failure =
  /^\s*error\b|\berror:|\bError from server\b|\bis invalid:|\bdenied\b|\bforbidden\b|\brefused\b|\bfailed\b|\bunable to\b|\bno matches for\b|not found\b/im

/** What a sentence says comes of a request that the output below it shows to end otherwise; undefined: nothing does. */
export function outcomeOfOther(text: string, shown: readonly string[]): string | undefined {
  if (shown.length === 0) return undefined
  const passes = lets.exec(text)
  const fails = refuses.exec(text)
  if (
    (passes === null) === (fails === null) ||
    /\b(?:not|never|no longer|nothing|none|no)\b|n['’]t\b/i.test(text)
  )
    return undefined
  const failed = failure.test(shown.join('\n'))
  return failed === (fails !== null) ? undefined : (passes ?? fails)![0]
}
