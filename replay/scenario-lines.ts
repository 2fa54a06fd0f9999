// Lines of a scenario as Gherkin has them: "**Given** a 1.31 cluster", "**When** it is upgraded to 1.32", "**Then** …", or without the marks.

/** A statement of a scenario without its mark, with its line in the paragraph, from 0. */
export interface ScenarioLine {
  text: string
  at: number
}

const marked = /^\s*(?:[-*+]\s+)?([*_]{1,3})(given|when|then|and|but)[:,]?\1[:,]?\s+(\S.*)$/i
/** As in a feature file: no full stop ends such a line, and none of "When …, …" says what comes of it in the same. */
const plain = /^\s*(?:[-*+]\s+)?()(Given|When|Then|And|But)\s(?!.*[.]\s*$)(\S.*)$/
const begins = /^\s*(?:[-*+]\s+)?(?:Given|When|Then|And|But)\s/
const withOutcome = /^\s*(?:[-*+]\s+)?(?:Given|When)\s[^`]*,\s/
/** "the cluster is upgraded": what is done, rather than how it is. */
const isDone =
  /^((?:the|its|both|all|an?|this|that)\s(?:[\w`.-]+\s){1,4}?|it\s|they\s)(is|are)\s(?=(?:then\s|now\s|again\s)?[a-z-]+(?:ed|down|back|up)\b)/i

/** What a scenario begins with may have been done, too. */
const isMoved = /\b(?:is|are)\s(?:now\s|again\s)?(?:upgraded|downgraded|rolled back|restarted|recreated)\b/i

/** The statements of a paragraph whose lines are marked so; undefined of any other. @param raw with its line breaks */
export function scenarioLines(raw: string): ScenarioLine[] | undefined {
  const lines = raw.split('\n')
  const isPlain = !marked.test(lines[0]!)
  if (
    isPlain &&
    !(begins.test(lines[0]!) && lines.every((line) => plain.test(line) && !withOutcome.test(line)))
  )
    return undefined
  const shape = isPlain ? plain : marked
  const found: (ScenarioLine & { word: string })[] = []
  for (const [at, line] of lines.entries()) {
    const [, , mark = '', text = ''] = shape.exec(line) ?? []
    const last = found.at(-1)
    const goesOn = /^(?:and|but)$/i.test(mark) ? last?.word : undefined
    if (mark === '') last!.text += `\n${line.trim()}`
    else found.push({ text, at, word: goesOn ?? mark.toLowerCase() })
  }
  return found.map(({ text, at, word }) => ({ text: inFull(text.trim(), word), at }))
}

function inFull(text: string, word: string): string {
  const said =
    word === 'when' || (word === 'given' && isMoved.test(text))
      ? text.replace(isDone, (_all, what: string, is: string) => `${what}${is === 'is' ? 'was' : 'were'} `)
      : text
  const whole = word === 'given' && /^an?\s/i.test(said) ? `Given ${said}` : said
  return /[.:!?]$/.test(whole) ? whole : `${whole}.`
}
