// Upstream: staging/src/k8s.io/apimachinery/pkg/labels/selector.go (Parser)
import { apimachineryDialect } from '../dialect.ts'
import { errorText } from '../field-error.ts'
import { LabelLexer, type Token, type TokenKind } from './label-lexer.ts'
import {
  type LabelOperator,
  type LabelRequirement,
  labelKeyError,
  newRequirement,
  SelectorError,
} from './requirement.ts'

const operators: Partial<Record<TokenKind, LabelOperator>> = {
  in: 'in',
  '=': '=',
  '==': '==',
  '>': 'gt',
  '<': 'lt',
  notin: 'notin',
  '!=': '!=',
}
const operatorList = 'in, notin, =, ==, !=, gt, lt'

/** Parses `a=b,c in (d,e),!f` to requirements sorted by key. Throws {@link SelectorError} with upstream's texts. */
export function parseLabelRequirements(text: string, minor: number): LabelRequirement[] {
  return new LabelParser(text, minor).parse().sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
}

class LabelParser {
  private readonly lexer: LabelLexer
  private readonly minor: number
  private token: Token
  constructor(text: string, minor: number) {
    this.lexer = new LabelLexer(text)
    this.minor = minor
    this.token = this.lexer.next()
  }

  /** Where a key or value is expected, `in` and `notin` are words as others. */
  private lookahead(): Token {
    const { token } = this
    return token.kind === 'in' || token.kind === 'notin' ? { kind: 'identifier', text: token.text } : token
  }
  private consume(): Token {
    const token = this.lookahead()
    this.token = this.lexer.next()
    return token
  }

  parse(): LabelRequirement[] {
    const found: LabelRequirement[] = []
    for (;;) {
      const token = this.lookahead()
      if (token.kind === 'end') return found
      if (token.kind !== 'identifier' && token.kind !== '!')
        throw new SelectorError(`found '${token.text}', expected: !, identifier, or 'end of string'`)
      found.push(this.parseRequirement())
      const after = this.consume()
      if (after.kind === 'end') return found
      if (after.kind !== ',')
        throw new SelectorError(`found '${after.text}', expected: ',' or 'end of string'`)
      const next = this.lookahead()
      if (next.kind !== 'identifier' && next.kind !== '!')
        throw new SelectorError(`found '${next.text}', expected: identifier after ','`)
    }
  }

  private parseRequirement(): LabelRequirement {
    try {
      const { key, operator } = this.parseKey()
      if (operator !== undefined) return newRequirement(key, operator, [], this.minor)
      const wanted = this.parseOperator()
      const values = wanted === 'in' || wanted === 'notin' ? this.parseValues() : this.parseExactValue()
      return newRequirement(key, wanted, [...values].sort(), this.minor)
    } catch (error) {
      if (error instanceof SelectorError)
        throw new SelectorError(`unable to parse requirement: ${error.message}`)
      throw error
    }
  }

  private parseKey(): { key: string; operator: 'exists' | '!' | undefined } {
    let operator: 'exists' | '!' | undefined
    let token = this.consume()
    if (token.kind === '!') {
      operator = '!'
      token = this.consume()
    }
    if (token.kind !== 'identifier') throw new SelectorError(`found '${token.text}', expected: identifier`)
    const error = labelKeyError(token.text, '<nil>', this.minor)
    if (error !== undefined) throw new SelectorError(errorText(error))
    const next = this.lookahead().kind
    if ((next === 'end' || next === ',') && operator !== '!') operator = 'exists'
    return { key: token.text, operator }
  }

  private parseOperator(): LabelOperator {
    const { token } = this
    this.consume()
    const operator = operators[token.kind]
    if (operator === undefined) throw new SelectorError(`found '${token.text}', expected: ${operatorList}`)
    return operator
  }

  private parseValues(): Set<string> {
    const open = this.consume()
    if (open.kind !== '(') throw new SelectorError(`found '${open.text}' expected: '('`)
    const first = this.lookahead()
    if (first.kind === ')') {
      this.consume()
      return new Set([''])
    }
    if (first.kind !== 'identifier' && first.kind !== ',')
      throw new SelectorError(`found '${first.text}', expected: ',', ')' or identifier`)
    const values = this.parseList()
    if (this.consume().kind !== ')') throw new SelectorError(`found '${first.text}', expected: ')'`)
    return values
  }

  private parseList(): Set<string> {
    const values = new Set<string>()
    for (;;) {
      const token = this.consume()
      const next = this.lookahead()
      if (token.kind === 'identifier') {
        values.add(token.text)
        if (next.kind === ')') return values
        if (next.kind !== ',') throw new SelectorError(`found '${next.text}', expected: ',' or ')'`)
      } else if (token.kind === ',') {
        if (values.size === 0) values.add('')
        if (next.kind === ')') {
          values.add('')
          return values
        }
        if (next.kind === ',') {
          // Releases that do not swallow the second comma refuse `(a,,)`.
          if (apimachineryDialect(this.minor).swallowsSecondComma) this.consume()
          values.add('')
        }
      } else throw new SelectorError(`found '${token.text}', expected: ',', or identifier`)
    }
  }

  private parseExactValue(): Set<string> {
    const next = this.lookahead().kind
    if (next === 'end' || next === ',') return new Set([''])
    const token = this.consume()
    if (token.kind === 'identifier') return new Set([token.text])
    throw new SelectorError(`found '${token.text}', expected: identifier`)
  }
}
