// Go's %q: texts and characters as error messages show them.
// Upstream: strconv.Quote, strconv.QuoteRune

const named: Readonly<Record<number, string>> = {
  7: '\\a',
  8: '\\b',
  9: '\\t',
  10: '\\n',
  11: '\\v',
  12: '\\f',
  13: '\\r',
  92: '\\\\',
}

/** What Go prints as it stands: letters, marks, numbers, punctuation, symbols and the ASCII space. */
const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u

function escapeCharacter(char: string, quote: string): string {
  const code = char.codePointAt(0)!
  if (char === quote) return `\\${quote}`
  const short = named[code]
  if (short !== undefined) return short
  if (code >= 0xd800 && code <= 0xdfff) return '\ufffd'
  if (printable.test(char)) return char
  const hex = code.toString(16)
  if (code < 0x20 || code === 0x7f) return `\\x${hex.padStart(2, '0')}`
  return code <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`
}

/** `"text"` with Go's escapes. */
export function goQuote(text: string): string {
  let out = '"'
  for (const char of text) out += escapeCharacter(char, '"')
  return `${out}"`
}

/** `'c'` with Go's escapes. */
export const goQuoteRune = (char: string): string => `'${escapeCharacter(char, "'")}'`
