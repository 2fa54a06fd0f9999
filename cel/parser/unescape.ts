// Literals of strings and bytes. Upstream: cel-go parser/unescape.go

const simple: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '`': '`',
  '?': '?',
}

const cannot = 'unable to unescape string'

/** The text between the quotes, and whether backslashes stand for themselves. */
function content(literal: string): { text: string; raw: boolean } | undefined {
  const normal = literal.replaceAll('\r\n', '\n').replaceAll('\r', '\n')
  const raw = /^[rR]/.test(normal)
  const quoted = raw ? normal.slice(1) : normal
  const [quote = ''] = quoted
  if (quoted.length < 2 || quote !== quoted.at(-1) || !'"\''.includes(quote)) return undefined
  const triple = quote.repeat(3)
  if (quoted.length >= 6 && quoted.startsWith(triple))
    return quoted.endsWith(triple) ? { text: quoted.slice(3, -3), raw } : undefined
  return { text: quoted.slice(1, -1), raw }
}

const escapes =
  /\\(?:[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2})|([abfnrtv\\'"`?])|([0-3])|)/g

type Piece = string | number

const isRune = (code: number): boolean => code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)

/** An escape: a text, or for bytes a byte. Throws an error with upstream's message. */
function piece(match: RegExpMatchArray, isBytes: boolean): Piece {
  const [, hex, short, long, octal, single, badOctal] = match
  if (single !== undefined) return simple[single]!
  if (badOctal !== undefined) throw new Error('unable to unescape octal sequence in string')
  const digits = hex ?? short ?? long
  if (digits === undefined && octal === undefined) throw new Error(cannot)
  if (isBytes && (short ?? long) !== undefined) throw new Error(cannot)
  const code = octal === undefined ? Number.parseInt(digits!, 16) : Number.parseInt(octal, 8)
  if (isBytes) return code & 0xff
  if (!isRune(code)) throw new Error('invalid unicode code point')
  return String.fromCodePoint(code)
}

function pieces(literal: string, isBytes: boolean): Piece[] {
  const found = content(literal)
  if (found === undefined) throw new Error(cannot)
  if (found.raw) return [found.text]
  const { text } = found
  const result: Piece[] = []
  let end = 0
  for (const match of text.matchAll(escapes)) {
    result.push(text.slice(end, match.index), piece(match, isBytes))
    end = match.index + match[0].length
  }
  return [...result, text.slice(end)]
}

/** The value of a string literal. Throws an error with upstream's message. */
export const unescapeString = (literal: string): string => pieces(literal, false).join('')

/** The value of a bytes literal, without its `b`. Throws an error with upstream's message. */
export const unescapeBytes = (literal: string): Uint8Array =>
  Buffer.concat(
    pieces(literal, true).map((one) => (typeof one === 'number' ? Buffer.of(one) : Buffer.from(one))),
  )
