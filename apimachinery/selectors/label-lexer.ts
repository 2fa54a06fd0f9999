// Upstream: staging/src/k8s.io/apimachinery/pkg/labels/selector.go (Lexer)

/** The kinds of tokens in a label selector; `identifier` is a key, a value or a number. */
export type TokenKind =
  | 'error'
  | 'end'
  | 'identifier'
  | ')'
  | ','
  | '!'
  | '=='
  | '='
  | '>'
  | 'in'
  | '<'
  | '!='
  | 'notin'
  | '('
/** A token with its text in the selector; of an error the message. */
export interface Token {
  readonly kind: TokenKind
  readonly text: string
}

const symbols: ReadonlySet<string> = new Set([')', ',', '!', '==', '=', '>', '<', '!=', '('])
const isSymbol = (char: string): boolean => '=!(),><'.includes(char)
const isSpace = (char: string): boolean => ' \t\r\n'.includes(char)

/** The tokens of a selector; the last is `end`. */
export function scanLabelSelector(text: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  // A NUL character ends the text, as in the original's scanner.
  const end = text.includes('\0') ? text.indexOf('\0') : text.length
  for (;;) {
    while (at < end && isSpace(text[at]!)) at++
    if (at >= end) return [...tokens, { kind: 'end', text: '' }]
    const token = isSymbol(text[at]!) ? scanSymbol(text, at, end) : scanWord(text, at, end)
    tokens.push(token.token)
    at = token.next
  }
}

function scanWord(text: string, from: number, end: number): { token: Token; next: number } {
  let next = from
  while (next < end && !isSymbol(text[next]!) && !isSpace(text[next]!)) next++
  const word = text.slice(from, next)
  return { token: { kind: word === 'in' || word === 'notin' ? word : 'identifier', text: word }, next }
}

/** The longest symbol; a symbol that none continues stands alone. */
function scanSymbol(text: string, from: number, end: number): { token: Token; next: number } {
  let next = from
  let found = ''
  while (next < end && isSymbol(text[next]!)) {
    const candidate = text.slice(from, next + 1)
    if (symbols.has(candidate)) found = candidate
    else if (found !== '') break
    next++
  }
  if (found === '')
    return {
      token: { kind: 'error', text: `error expected: keyword found '${text.slice(from, next)}'` },
      next,
    }
  return { token: { kind: found as TokenKind, text: found }, next }
}
