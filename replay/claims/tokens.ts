// A sentence as the words that the grammar of claims reads.

/** A word, number, mark or piece of code in a sentence. */
export interface Token {
  /** `code`: what stands in backticks or quotes, or is written like code: `.status.active`. */
  kind: 'word' | 'code' | 'number' | 'mark'
  /** As written, without backticks or quotes. */
  text: string
  /** In lower case; '' for code, so that no word of the grammar matches it. */
  lower: string
  /** Whether it is code in quotation marks, and so a text rather than a name. */
  quoted?: true
}

const negations: Readonly<Record<string, string[]>> = {
  cannot: ['can', 'not'],
  "can't": ['can', 'not'],
  cant: ['can', 'not'],
  "won't": ['will', 'not'],
  "it's": ['it', 'is'],
  "that's": ['that', 'is'],
  "there's": ['there', 'is'],
  "there're": ['there', 'are'],
  "they're": ['they', 'are'],
  "they've": ['they', 'have'],
  "we'll": ['we', 'will'],
  "you'll": ['you', 'will'],
  "let's": ['let', 'us'],
}

const pieces =
  /``\s?(?<double>[^`]+?)\s?``|`(?<single>[^`]*)`|"(?<quoted>[^"]*)"|“(?<curly>[^”]{0,2000})”|(?<![\w])'(?<ticked>[^'\n]*)'(?!\w)|(?<path>\.[A-Za-z][\w.[\]]*(?:==?(?:"[^"]*"|[\w.]+))?)|(?<word>[A-Za-z\d][\w'’./=-]*(?:(?<==)"[^"]*")?)|(?<mark>[,;:()!?.…]|--|—|–|->|→|[<>=≤≥≠~+%±|&]{1,3})/g

/** Links are their words (what has no end soon is none), emphasis and footnotes are gone, a number before a list item is none of the words. */
export function plainMarkdown(text: string): string {
  return text
    .replace(/<sup>[^<]*<\/sup>|<[a-z]{1,10}:[^>\s]{0,2000}>|<\/?(?:b|i|em|strong|br)\s*\/?>/gi, '')
    .replace(/!?\[([^\]]{0,400})\]\([^)]{0,2000}\)/g, '$1')
    .replace(/(`[^`]*`)|\[\^?[\w-]+\](?!\()/g, '$1')
    .replace(/(`[^`]*`)|\*\*|~~|(?<![\w`])[*_]{1,9}(?=\w)|(?<=[\w.`])[*_]{1,9}(?![\w`])/g, '$1')
    .replace(/^\s*(?:\d{1,3}[.)]|[-*+])\s+/, '')
}

/** The tokens of a sentence in Markdown; quotes and backticks make code of what they enclose. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (const { groups } of plainMarkdown(text).replaceAll('’', "'").matchAll(pieces)) {
    const { double, single, quoted, curly, ticked, path, word, mark } = groups!
    const code = double ?? single ?? path
    const spoken = quoted ?? curly ?? ticked
    if (code !== undefined) tokens.push(codeToken(code))
    else if (spoken !== undefined) tokens.push({ ...codeToken(spoken), quoted: true })
    else if (word !== undefined) tokens.push(...wordTokens(word))
    else if (mark !== undefined) tokens.push({ kind: 'mark', text: mark, lower: mark })
  }
  return tokens
}

const codeToken = (text: string): Token => ({ kind: 'code', text: text.trim(), lower: '' })
const plainToken = (text: string): Token => ({
  kind: /^\d+$/.test(text) ? 'number' : 'word',
  text,
  lower: text.toLowerCase(),
})

function wordTokens(written: string): Token[] {
  const stop = /[.'/=-]+$/.exec(written)?.[0] ?? ''
  const word = written.slice(0, written.length - stop.length)
  const end = stop.includes('.') ? [{ kind: 'mark', text: '.', lower: '.' } as const] : []
  const lower = word.toLowerCase()
  if (Object.hasOwn(negations, lower)) return [...negations[lower]!.map(plainToken), ...end]
  if (lower.endsWith("n't")) return [plainToken(word.slice(0, -3)), plainToken('not'), ...end]
  if (lower.endsWith("'s")) return [plainToken(word.slice(0, -2)), plainToken("'s"), ...end]
  if (/=/.test(word)) return [codeToken(word), ...end]
  if (/^[a-z][\w]*\.[A-Za-z][\w.]*$/.test(word) && !/^(?:e\.g|i\.e)/.test(lower))
    return [codeToken(word), ...end]
  if (/^[A-Za-z]+\/[A-Za-z]+$/.test(word) && !/[A-Z]/.test(word.slice(1)))
    return [
      ...word.split('/').flatMap((part, i) => (i === 0 ? [plainToken(part)] : [slash, plainToken(part)])),
      ...end,
    ]
  return [plainToken(word), ...end]
}
const slash: Token = { kind: 'mark', text: '/', lower: '/' }
