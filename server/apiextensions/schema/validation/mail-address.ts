// Mail addresses as Go reads them. Upstream: Go's net/mail (ParseAddress)
import { parseIPSloppy } from '../../../../apimachinery/validation/ip-address.ts'

class NoAddress extends Error {}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what an atom does not have
const atom = /[^\x00-\x20\x7f()<>[\]:;@\\,"]+/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a quoted string does not have
const quoted = /"((?:[^\x00-\x08\x0a-\x1f\x7f"\\]|\\[^\x00-\x08\x0a-\x1f\x7f])*)"/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a literal does not have
const literal = /\[([^\x00-\x20\x7f[\]\\]*)\]/y
const space = /[ \t]*/y

class Parser {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }
  get #next(): string {
    return this.#text[this.#at] ?? ''
  }
  get atEnd(): boolean {
    return this.#at >= this.#text.length
  }
  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    if (!match) return undefined
    this.#at = pattern.lastIndex
    return match[1] ?? match[0]
  }
  #eat(char: string): boolean {
    const has = this.#next === char
    if (has) this.#at++
    return has
  }
  skipComments(): void {
    this.#take(space)
    while (this.#next === '(') {
      this.#comment()
      this.#take(space)
    }
  }
  #comment(): void {
    let depth = 0
    do {
      if (this.atEnd) throw new NoAddress()
      if (this.#next === '\\' && this.#at + 1 < this.#text.length) this.#at++
      else if (this.#next === '(') depth++
      else if (this.#next === ')') depth--
      this.#at++
    } while (depth > 0)
  }

  /** Reads an address or a group, and answers how many addresses it had. Throws NoAddress. */
  address(inGroup: boolean): number {
    this.#take(space)
    if (this.atEnd) throw new NoAddress()
    const start = this.#at
    if (this.#spec()) {
      this.#take(space)
      if (this.#next === '(') this.#comment()
      return 1
    }
    this.#at = start
    if (this.#next !== '<') this.#phrase()
    this.#take(space)
    if (!inGroup && this.#eat(':')) return this.#group()
    if (!this.#eat('<') || !this.#spec() || !this.#eat('>')) throw new NoAddress()
    return 1
  }

  #group(): number {
    let count = 0
    this.#take(space)
    while (!this.#eat(';')) {
      if (count > 0 && !this.#eat(',')) throw new NoAddress()
      count += this.address(true)
      this.skipComments()
    }
    this.skipComments()
    return count
  }

  #dotAtom(): boolean {
    const text = this.#take(atom)
    return text !== undefined && !/^\.|\.\.|\.$/.test(text)
  }
  #spec(): boolean {
    this.#take(space)
    const hasLocal = this.#next === '"' ? Boolean(this.#take(quoted)) : this.#dotAtom()
    if (!hasLocal || !this.#eat('@')) return false
    this.#take(space)
    if (this.#next !== '[') return this.#dotAtom()
    const address = this.#take(literal)
    return address !== undefined && parseIPSloppy(address) !== undefined
  }
  #phrase(): void {
    let words = 0
    for (;;) {
      if (words > 0) this.skipComments()
      this.#take(space)
      const word = this.#next === '"' ? this.#take(quoted) : this.#take(atom)
      if (word === undefined) break
      words++
    }
    if (words === 0 && !this.atEnd) throw new NoAddress()
  }
}

/** Whether a text is one mail address, with or without a name: `Jane <jane@example.com>`. */
export function isMailAddress(text: string): boolean {
  const parser = new Parser(text)
  try {
    const count = parser.address(false)
    parser.skipComments()
    return parser.atEnd && count === 1
  } catch (error) {
    if (error instanceof NoAddress) return false
    throw error
  }
}
