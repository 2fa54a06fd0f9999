// Texts as Go reads and shows them in error messages.
// Upstream: strconv.Quote, strconv.QuoteRune, strconv.ParseBool, strings.TrimSpace

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

/** ASCII without anything to escape. */
const plain = /^[ !#-[\]-~]*$/

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

/** The text between double quotes, with Go's escapes. */
export function goQuote(text: string): string {
  if (plain.test(text)) return `"${text}"`
  let out = '"'
  for (const char of text) out += escapeCharacter(char, '"')
  return `${out}"`
}

/** The character between single quotes, with Go's escapes. */
export const goQuoteRune = (char: string): string => `'${escapeCharacter(char, "'")}'`

const spaces = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/

/** The text without Unicode's white space at its ends: unlike String.trim, with U+0085 and without the byte order mark. */
export function trimSpace(text: string): string {
  // An expression for the end would begin anew at each space between others.
  let [start, end] = [0, text.length]
  while (start < end && spaces.test(text[start]!)) start++
  while (start < end && spaces.test(text[end - 1]!)) end--
  return text.slice(start, end)
}

/** The text without some characters at its end. Upstream: strings.TrimRight */
export function trimRight(text: string, cutset: string): string {
  let end = text.length
  while (end > 0 && cutset.includes(text[end - 1]!)) end--
  return text.slice(0, end)
}

const truths: ReadonlyMap<string, boolean> = new Map([
  ...['1', 't', 'T', 'TRUE', 'true', 'True'].map((t) => [t, true] as const),
  ...['0', 'f', 'F', 'FALSE', 'false', 'False'].map((t) => [t, false] as const),
])

/** The boolean that Go reads in a text (`1`, `t`, `TRUE`, …). Throws `strconv.ParseBool: parsing "x": invalid syntax`. */
export function parseBool(text: string): boolean {
  const value = truths.get(text)
  if (value === undefined) throw new Error(`strconv.ParseBool: parsing ${goQuote(text)}: invalid syntax`)
  return value
}
