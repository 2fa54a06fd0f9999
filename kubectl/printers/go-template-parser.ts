// Go templates as trees.
// Upstream: text/template/parse

import { goQuote } from '../../component-base/go/quote.ts'

/** A node of a template: text, an action, or a control structure with its bodies. */
export type TemplateNode =
  | { type: 'text'; text: string }
  | { type: 'action'; pipe: Pipe }
  | { type: 'if' | 'range' | 'with'; pipe: Pipe; body: TemplateNode[]; otherwise: TemplateNode[] }
  | { type: 'define'; name: string; body: TemplateNode[] }
  | { type: 'template'; name: string; pipe: Pipe | undefined }
  | { type: 'break' | 'continue' }

/** Commands whose result goes to the next as last argument; `assigns`: to variables that exist (`=`). */
export interface Pipe {
  /** `$x := …`, `$i, $x := range …`. */
  variables: string[]
  assigns: boolean
  commands: Operand[][]
}

/** An operand of a command; `chain` reads fields of the result of a pipe in parentheses. */
export type Operand =
  | { type: 'dot' }
  | { type: 'nil' }
  | { type: 'field'; names: string[] }
  | { type: 'variable'; name: string; names: string[] }
  | { type: 'chain'; of: Operand; names: string[] }
  | { type: 'literal'; value: string | number | boolean }
  | { type: 'function'; name: string }
  | { type: 'pipe'; pipe: Pipe }

interface Token {
  kind: 'text' | 'open' | 'close' | 'word' | 'field' | 'variable' | 'string' | 'number' | 'symbol' | 'space'
  text: string
}

const action =
  /(?<space>\s+)|(?<string>"(?:[^"\\\n]|\\.)*"|`[^`]*`)|(?<number>[+-]?\d[\w.]*)|(?<variable>\$\w*)|(?<field>\.\w+)|(?<word>\w+)|(?<symbol>:=|=|\||\(|\)|,|\.)/y

function tokens(template: string): Token[] {
  const found: Token[] = []
  let at = 0
  while (at < template.length) {
    const open = template.indexOf('{{', at)
    let text = template.slice(at, open < 0 ? undefined : open)
    const trimmed = open >= 0 && /^\{\{-\s/.test(template.slice(open))
    if (trimmed) text = text.trimEnd()
    if (text !== '') found.push({ kind: 'text', text })
    if (open < 0) break
    at = insideAction(template, open + (trimmed ? 3 : 2), found)
  }
  return found
}

/** Reads one action; returns where the text after it begins. */
function insideAction(template: string, start: number, found: Token[]): number {
  const comment = /^\s*\/\*[\s\S]*?\*\/\s*-?\}\}/.exec(template.slice(start))
  if (comment !== null) return start + comment[0].length
  found.push({ kind: 'open', text: '{{' })
  let at = start
  for (;;) {
    const rest = template.slice(at)
    const close = /^(\s+-\}\}\s*|\}\})/.exec(rest)
    if (close !== null) {
      found.push({ kind: 'close', text: '}}' })
      return at + close[0].length
    }
    action.lastIndex = at
    const match = action.exec(template)
    if (match === null)
      throw new Error(
        rest === '' || rest.startsWith('\n')
          ? 'unclosed action'
          : `unexpected ${JSON.stringify(rest[0])} in command`,
      )
    const [kind, text] = Object.entries(match.groups!).find(([, t]) => t !== undefined)!
    found.push({ kind: kind as Token['kind'], text })
    at = action.lastIndex
  }
}

/** The nodes of a template. Throws Errors with upstream's words. @param functions the names that it may call */
export function parseGoTemplate(template: string, functions: ReadonlySet<string>): TemplateNode[] {
  const parser = new Parser(tokens(template), functions)
  const { nodes } = parser.nodes([])
  return nodes
}

class Parser {
  private readonly tokens: Token[]
  private readonly functions: ReadonlySet<string>
  private at = 0
  constructor(tokens: Token[], functions: ReadonlySet<string>) {
    this.tokens = tokens
    this.functions = functions
  }

  private peek(): Token | undefined {
    return this.tokens[this.at]
  }
  private skipSpace(): void {
    while (this.peek()?.kind === 'space') this.at++
  }

  /** Nodes up to one of the words that end a block, which is read. */
  nodes(ends: readonly string[]): { nodes: TemplateNode[]; end: string } {
    const nodes: TemplateNode[] = []
    for (;;) {
      const token = this.peek()
      if (token === undefined) {
        if (ends.length > 0) throw new Error('unexpected EOF')
        return { nodes, end: '' }
      }
      this.at++
      if (token.kind === 'text') {
        nodes.push({ type: 'text', text: token.text })
        continue
      }
      this.skipSpace()
      const word = this.peek()?.kind === 'word' ? this.peek()!.text : ''
      if (word === 'end' || word === 'else') {
        if (!ends.includes(word)) throw new Error(`unexpected {{${word}}}`)
        this.at++
        if (word === 'end') this.close()
        return { nodes, end: word }
      }
      nodes.push(this.control(word))
    }
  }

  private close(): void {
    this.skipSpace()
    if (this.peek()?.kind !== 'close')
      throw new Error(`unexpected ${JSON.stringify(this.peek()?.text)} in end`)
    this.at++
  }

  private control(word: string): TemplateNode {
    if (word === 'if' || word === 'range' || word === 'with') {
      this.at++
      return this.block(word)
    }
    if (word === 'break' || word === 'continue') {
      this.at++
      this.close()
      return { type: word }
    }
    if (word === 'define' || word === 'template') {
      this.at++
      this.skipSpace()
      const name = unquote(this.tokens[this.at++]!.text)
      this.skipSpace()
      if (word === 'template') {
        const pipe = this.peek()?.kind === 'close' ? undefined : this.pipe()
        this.close()
        return { type: 'template', name, pipe }
      }
      this.close()
      return { type: 'define', name, body: this.nodes(['end']).nodes }
    }
    const pipe = this.pipe()
    this.close()
    return { type: 'action', pipe }
  }

  private block(type: 'if' | 'range' | 'with'): TemplateNode {
    const pipe = this.pipe()
    this.close()
    const { nodes: body, end } = this.nodes(['end', 'else'])
    if (end === 'end') return { type, pipe, body, otherwise: [] }
    this.skipSpace()
    const word = this.peek()
    if (word?.kind === 'word' && (word.text === 'if' || word.text === 'with')) {
      this.at++
      return { type, pipe, body, otherwise: [this.block(word.text)] }
    }
    this.close()
    return { type, pipe, body, otherwise: this.nodes(['end']).nodes }
  }

  private pipe(): Pipe {
    this.skipSpace()
    const { variables, assigns } = this.declaration()
    const commands: Operand[][] = [[]]
    for (;;) {
      this.skipSpace()
      const token = this.peek()
      if (token === undefined) throw new Error('unclosed action')
      if (token.kind === 'close' || (token.kind === 'symbol' && token.text === ')')) break
      if (token.kind === 'symbol' && token.text === '|') {
        this.at++
        commands.push([])
      } else commands.at(-1)!.push(this.operand())
    }
    if (commands.some((c) => c.length === 0)) throw new Error('missing value for command')
    return { variables, assigns, commands }
  }

  private declaration(): { variables: string[]; assigns: boolean } {
    const start = this.at
    const variables: string[] = []
    while (this.peek()?.kind === 'variable') {
      variables.push(this.tokens[this.at++]!.text)
      this.skipSpace()
      const symbol = this.peek()?.text
      if (symbol === ',') {
        this.at++
        this.skipSpace()
      } else if (symbol === ':=' || symbol === '=') {
        this.at++
        return { variables, assigns: symbol === '=' }
      } else break
    }
    this.at = start
    return { variables: [], assigns: false }
  }

  private operand(): Operand {
    const token = this.tokens[this.at++]!
    const first = this.term(token)
    const names: string[] = []
    while (this.peek()?.kind === 'field') names.push(this.tokens[this.at++]!.text.slice(1))
    if (names.length === 0) return first
    if (first.type === 'field') return { type: 'field', names: [...first.names, ...names] }
    if (first.type === 'variable') return { ...first, names: [...first.names, ...names] }
    return { type: 'chain', of: first, names }
  }

  private term(token: Token): Operand {
    switch (token.kind) {
      case 'field':
        return { type: 'field', names: [token.text.slice(1)] }
      case 'variable':
        return { type: 'variable', name: token.text, names: [] }
      case 'string':
        return { type: 'literal', value: unquote(token.text) }
      case 'number':
        return { type: 'literal', value: Number(token.text) }
      case 'word':
        if (token.text === 'true' || token.text === 'false')
          return { type: 'literal', value: token.text === 'true' }
        if (token.text === 'nil') return { type: 'nil' }
        if (!this.functions.has(token.text)) throw new Error(`function ${goQuote(token.text)} not defined`)
        return { type: 'function', name: token.text }
      default:
        if (token.text === '.') return { type: 'dot' }
        if (token.text === '(') {
          const pipe = this.pipe()
          this.at++
          return { type: 'pipe', pipe }
        }
        throw new Error(`unexpected ${JSON.stringify(token.text)} in operand`)
    }
  }
}

function unquote(text: string): string {
  if (text.startsWith('`')) return text.slice(1, -1)
  return JSON.parse(text.replace(/\\'/g, "'").replace(/\\x([0-9a-f]{2})/gi, '\\u00$1')) as string
}
