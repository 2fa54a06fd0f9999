// Upstream: staging/src/k8s.io/apimachinery/pkg/labels/selector.go (Lexer)

const symbolKinds = [')', ',', '!', '==', '=', '>', '<', '!=', '('] as const

/** The kinds of tokens in a label selector; `identifier` is a key, a value or a number. */
export type TokenKind = (typeof symbolKinds)[number] | 'end' | 'identifier' | 'in' | 'notin'
/** A token with its text in the selector. */
export interface Token {
  readonly kind: TokenKind
  readonly text: string
}

/** Each once: a selector of a megabyte has half a million of them. */
const symbols: ReadonlyMap<string, Token> = new Map(symbolKinds.map((kind) => [kind, { kind, text: kind }]))
const end: Token = { kind: 'end', text: '' }
const isSymbol = (char: string): boolean => '=!(),><'.includes(char)
const isSpace = (char: string): boolean => ' \t\r\n'.includes(char)

/** Reads a selector token by token. */
export class LabelLexer {
  private readonly text: string
  /** A NUL character ends the text, as in the original's scanner. */
  private readonly length: number
  private at = 0

  constructor(text: string) {
    const nul = text.indexOf('\0')
    this.text = text
    this.length = nul < 0 ? text.length : nul
  }

  /** The next token; `end` for ever after the last. */
  next(): Token {
    const { text, length } = this
    while (this.at < length && isSpace(text[this.at]!)) this.at++
    if (this.at >= length) return end
    const [first, second] = [text[this.at]!, this.at + 1 < length ? text[this.at + 1]! : '']
    if (!isSymbol(first)) return this.word()
    const token = symbols.get(first + second) ?? symbols.get(first)!
    this.at += token.text.length
    return token
  }

  private word(): Token {
    const { text, length, at: from } = this
    while (this.at < length && !isSymbol(text[this.at]!) && !isSpace(text[this.at]!)) this.at++
    const word = text.slice(from, this.at)
    return { kind: word === 'in' || word === 'notin' ? word : 'identifier', text: word }
  }
}
