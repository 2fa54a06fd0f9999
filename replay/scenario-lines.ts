// Lines of a scenario as Gherkin has them, marked as such: "**Given** a 1.31 cluster", "**When** it is upgraded to 1.32", "**Then** …".

/** A statement of a scenario without its mark, with its line in the paragraph, from 0. */
export interface ScenarioLine {
  text: string
  at: number
}

const marked = /^\s*(?:[-*+]\s+)?([*_]{1,3})(given|when|then|and|but)[:,]?\1[:,]?\s+(\S.*)$/i
/** "the cluster is upgraded": what is done, rather than how it is. */
const isDone =
  /^((?:the|its|both|all|an?|this|that)\s(?:[\w`.-]+\s){1,4}?|it\s|they\s)(is|are)\s(?=(?:then\s|now\s|again\s)?[a-z-]+(?:ed|down|back|up)\b)/i

/** The statements of a paragraph whose lines are marked so; undefined of any other. @param raw with its line breaks */
export function scenarioLines(raw: string): ScenarioLine[] | undefined {
  const lines = raw.split('\n')
  if (!marked.test(lines[0]!)) return undefined
  const found: (ScenarioLine & { word: string })[] = []
  for (const [at, line] of lines.entries()) {
    const [, , mark = '', text = ''] = marked.exec(line) ?? []
    const last = found.at(-1)
    const goesOn = /^(?:and|but)$/i.test(mark) ? last?.word : undefined
    if (mark === '') last!.text += `\n${line.trim()}`
    else found.push({ text, at, word: goesOn ?? mark.toLowerCase() })
  }
  return found.map(({ text, at, word }) => ({ text: inFull(text.trim(), word), at }))
}

function inFull(text: string, word: string): string {
  const said =
    word === 'when'
      ? text.replace(isDone, (_all, what: string, is: string) => `${what}${is === 'is' ? 'was' : 'were'} `)
      : text
  const whole = word === 'given' && /^an?\s/i.test(said) ? `Given ${said}` : said
  return /[.:!?]$/.test(whole) ? whole : `${whole}.`
}
