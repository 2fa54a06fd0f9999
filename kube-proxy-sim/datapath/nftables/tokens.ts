// The words of a rule of nft, read one after the other.
import { RulesetError } from '../ruleset.ts'

/** A word; what stood in double quotes is marked, as it is no keyword. */
interface Token {
  text: string
  quoted: boolean
}

/** Reads the words of a rule in turn. All throw RulesetError where the rule ends too early. */
export class Tokens {
  private readonly tokens: Token[]
  private at = 0

  constructor(rule: string) {
    this.tokens = [...rule.matchAll(/"([^"]*)"|([{},;])|([^\s{},;"]+)/g)].map(([, quoted, mark, word]) => ({
      text: quoted ?? mark ?? word!,
      quoted: quoted !== undefined,
    }))
  }

  get isAtEnd(): boolean {
    return this.at >= this.tokens.length
  }

  /** The next word without taking it; empty at the end, and for a quoted one. */
  peek(): string {
    const token = this.tokens[this.at]
    return token === undefined || token.quoted ? '' : token.text
  }

  next(): string {
    const token = this.tokens[this.at++]
    if (token === undefined) throw new RulesetError('the rule ends where more is expected')
    return token.text
  }

  /** Takes the next word if it is `word`; false: it is another word. */
  take(word: string): boolean {
    if (this.peek() !== word) return false
    this.at++
    return true
  }

  /** Takes the next word. Throws RulesetError where it is not `word`. */
  expect(word: string): void {
    const found = this.next()
    if (found !== word) throw new RulesetError(`${found} stands where ${word} is expected`)
  }

  /** The items between braces, each by its words. */
  items(): string[][] {
    this.expect('{')
    const items: string[][] = [[]]
    for (let word = this.next(); word !== '}'; word = this.next())
      if (word === ',') items.push([])
      else items.at(-1)!.push(word)
    return items.filter((item) => item.length > 0)
  }
}
