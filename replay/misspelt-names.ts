// Names in prose that nothing of the document has but for one letter: `FEATURE_GATEZ` where commands have FEATURE_GATES.

const word = /[A-Za-z]\w{2,80}/g
/** A gate, a kind or a field without backticks. */
const inCamels = /\b[A-Za-z][a-z]{1,40}[A-Z]\w{1,80}\b/g
const code = /`([^`]{2,300})`/g
const link = /\]\([^()]{1,500}\)|https?:\/\/\S{1,500}/g
const fence = /^\s{0,12}(?:[-*] |\d{1,3}[.)] )?(?:```|~~~)/
const indented = /^(?: {4}|\t)/
/** Nobody writes as many, and the time stays linear. */
const mostNames = 4000
const longestLine = 3000

interface Words {
  /** How often each word is there. */
  counts: ReadonlyMap<string, number>
  /** Those of commands, files, outputs and code in prose, and names in camel case, by their length. */
  names: ReadonlyMap<number, readonly string[]>
}

const documents = new WeakMap<readonly string[], Words>()
function wordsOf(source: readonly string[]): Words {
  const known = documents.get(source)
  if (known !== undefined) return known
  const counts = new Map<string, number>()
  const names = new Set<string>()
  let inBlock = false
  for (const line of source) {
    const text = line.slice(0, longestLine)
    if (fence.test(text)) inBlock = !inBlock
    const own = text.match(word) ?? []
    for (const one of own) counts.set(one, (counts.get(one) ?? 0) + 1)
    const named = inBlock || indented.test(text) ? own : namesIn(text)
    for (const one of named) if (names.size < mostNames) names.add(one)
  }
  const found = { counts, names: byLength(names) }
  documents.set(source, found)
  return found
}

function byLength(names: Iterable<string>): Map<number, string[]> {
  const found = new Map<number, string[]>()
  for (const name of names) {
    const alike = found.get(name.length)
    if (alike === undefined) found.set(name.length, [name])
    else alike.push(name)
  }
  return found
}

const namesIn = (text: string): string[] => [
  ...[...text.matchAll(code)].flatMap(([, inner]) => inner!.match(word) ?? []),
  ...(text.replace(code, ' ').replace(link, ' ').match(inCamels) ?? []),
]

/** What a text names that stands nowhere else in the document, where another name has another letter in one place; undefined: there is none. */
export function misspeltIn(text: string, source: readonly string[]): string | undefined {
  const { counts, names } = wordsOf(source)
  return namesIn(text.slice(0, longestLine)).find(
    (one) =>
      counts.get(one) === 1 &&
      names
        .get(one.length)
        ?.some((other) => hasOtherLetter(one, other) && counts.get(other)! >= leastOf(one.length)),
  )
}

/** Shorter words are alike by chance: `set` and `get`, `mode` and `node`, `watch` and `patch`. */
const shortest = 6
/** How often the other name is there. */
const leastOf = (length: number): number => (length >= 8 ? 1 : 2)

/** Names that count or tell things apart (`v1`, `hostA`) and forms of one word (`created`, `creates`) are no misspellings. */
function hasOtherLetter(one: string, other: string): boolean {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  const letters = `${one[at] ?? ''}${other[at] ?? ''}`
  const isTag =
    !/^[a-z]{2}$/.test(letters) && !(/^[A-Z]{2}$/.test(letters) && /^[A-Z_]+[A-Z]$/.test(one.slice(0, at)))
  const isForm = at === one.length - 1 && /^[sdr]{2}$/.test(letters)
  return one.length >= shortest && !isTag && !isForm && one.slice(at + 1) === other.slice(at + 1)
}
