// Templates such as `{range .items[*]}{.metadata.name}{"\n"}{end}` as trees.
// Upstream: client-go/util/jsonpath/parser.go

/** A part of a template: text, or a step that selects values of those before it. */
export type JsonPathNode =
  | { type: 'list'; nodes: JsonPathNode[] }
  | { type: 'text'; text: string }
  | { type: 'field'; name: string }
  | { type: 'identifier'; name: string }
  | { type: 'literal'; value: number | boolean }
  | { type: 'wildcard' }
  | { type: 'recursive' }
  | { type: 'union'; lists: JsonPathNode[][] }
  | { type: 'array'; from: Bound; to: Bound; step: Bound }
  | { type: 'filter'; left: JsonPathNode[]; operator: string; right: JsonPathNode[] }

/** A bound of an array range `[from:to:step]`; undefined where it is left out. */
export interface Bound {
  value: number | undefined
  /** The end that a single index implies. */
  derived?: boolean
}

const terminators = new Set([' ', '\t', '\r', '\n', '', '.', ',', '[', ']', '$', '@', '{', '}'])

/** The texts and actions of a template. Throws Errors with upstream's words. */
export function parseJsonPath(text: string): JsonPathNode[] {
  return new Parser(text).template()
}

const parseAction = (text: string): JsonPathNode[] => {
  const [first] = parseJsonPath(`{${text}}`)
  return first?.type === 'list' ? first.nodes : []
}

class Parser {
  private readonly input: string
  private at = 0
  constructor(input: string) {
    this.input = input
  }

  template(): JsonPathNode[] {
    const nodes: JsonPathNode[] = []
    while (this.at < this.input.length) {
      const open = this.input.indexOf('{', this.at)
      const end = open < 0 ? this.input.length : open
      if (end > this.at) nodes.push({ type: 'text', text: this.input.slice(this.at, end) })
      this.at = end
      if (open < 0) break
      this.at++
      nodes.push({ type: 'list', nodes: this.action() })
    }
    return nodes
  }

  private action(): JsonPathNode[] {
    const nodes: JsonPathNode[] = []
    for (;;) {
      const rest = this.input.slice(this.at)
      const c = rest[0] ?? ''
      if (c === '}') {
        this.at++
        return nodes
      }
      if (rest.startsWith('[?(')) nodes.push(this.filter())
      else if (rest.startsWith('..')) this.recursive(nodes)
      else if (c === '' || c === '\n' || c === '\r') throw new Error('unclosed action')
      else if (c === ' ' || c === '@' || c === '$') this.at++
      else if (c === '[') nodes.push(...this.array())
      else if (c === '"' || c === "'") nodes.push(this.quote(c))
      else if (c === '.') {
        this.at++
        nodes.push(this.field())
      } else if (/[+\-0-9]/.test(c)) nodes.push(this.number())
      else if (/[\p{L}\p{Nd}_]/u.test(c)) nodes.push(this.identifier())
      else throw new Error(`unrecognized character in action: ${unicodeName(c)}`)
    }
  }

  private recursive(nodes: JsonPathNode[]): void {
    if (nodes.at(-1)?.type === 'recursive') throw new Error('invalid multiple recursive descent')
    this.at += 2
    nodes.push({ type: 'recursive' })
    if (/^[\p{L}\p{Nd}_]/u.test(this.input.slice(this.at))) nodes.push(this.field())
  }

  private word(): string {
    const start = this.at
    while (!terminators.has(this.input[this.at] ?? '')) this.at += this.input[this.at] === '\\' ? 2 : 1
    return this.input.slice(start, this.at)
  }

  private field(): JsonPathNode {
    const name = this.word()
    return name === '*' ? { type: 'wildcard' } : { type: 'field', name: name.replaceAll('\\', '') }
  }

  private identifier(): JsonPathNode {
    const start = this.at
    while (!terminators.has(this.input[this.at] ?? '')) this.at++
    const name = this.input.slice(start, this.at)
    return name === 'true' || name === 'false'
      ? { type: 'literal', value: name === 'true' }
      : { type: 'identifier', name }
  }

  private number(): JsonPathNode {
    const text = /^[+-]?[0-9.]*/.exec(this.input.slice(this.at))![0]
    this.at += text.length
    if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text)) throw new Error(`cannot parse number ${text}`)
    return { type: 'literal', value: Number(text) }
  }

  private quote(end: string): JsonPathNode {
    const start = this.at++
    for (; ; this.at++) {
      const c = this.input[this.at]
      if (c === undefined || c === '\n') throw new Error('unterminated quoted string')
      if (c === end && this.input[this.at - 1] !== '\\') break
    }
    this.at++
    return { type: 'text', text: unquote(this.input.slice(start, this.at)) }
  }

  private array(): JsonPathNode[] {
    const close = /[\]\n]/.exec(this.input.slice(this.at))
    if (close === null || close[0] === '\n') throw new Error('unterminated array')
    const inner = this.input.slice(this.at + 1, this.at + close.index)
    this.at += close.index + 1
    const parts = inner.split(',')
    if (parts.length > 1)
      return [{ type: 'union', lists: parts.map((part) => parseAction(`[${part.trim()}]`)) }]
    const key = /^'([^']*)'$/.exec(inner)
    if (key !== null) return parseAction(`.${key[1]}`)
    return [arrayNode(inner === '*' ? ':' : inner)]
  }

  private filter(): JsonPathNode {
    this.at += 3
    const start = this.at
    let quote: string | undefined
    let closed = false
    for (; ; this.at++) {
      const c = this.input[this.at]
      if (c === undefined || c === '\n') throw new Error('unterminated filter')
      if (c === '"' || c === "'") {
        if (quote === undefined) quote = c
        else if (this.input[this.at - 1] !== '\\' && c === quote) closed = true
      } else if (c === ')' && (quote !== undefined) === closed) break
    }
    const text = this.input.slice(start, this.at)
    this.at++
    if (this.input[this.at++] !== ']') throw new Error('unclosed array expect ]')
    const match = /^([^!<>=]+)([!<>=]+)(.+)$/s.exec(text)
    if (match === null) return { type: 'filter', left: parseAction(text), operator: 'exists', right: [] }
    const [, left = '', operator = '', right = ''] = match
    return { type: 'filter', left: parseAction(left), operator, right: parseAction(right) }
  }
}

function arrayNode(text: string): JsonPathNode {
  const match = /^(-?[\d]*)(:-?[\d]*)?(:-?[\d]*)?$/.exec(text)
  if (match === null) throw new Error(`invalid array index ${text}`)
  const [, first = '', second, third] = match
  const bound = (t: string | undefined): Bound =>
    t === undefined || t === '' ? { value: undefined } : { value: Number(t) }
  const from = bound(first)
  const to: Bound =
    second === undefined ? { value: (from.value ?? 0) + 1, derived: true } : bound(second.slice(1))
  return { type: 'array', from, to, step: bound(third?.slice(1)) }
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
}

function unquote(text: string): string {
  return text
    .slice(1, -1)
    .replace(/\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(.))/gs, (all, x?: string, u?: string, c?: string) => {
      const code = x ?? u
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
      const known = escapes[c ?? '']
      if (known === undefined) throw new Error(`unquote string ${text} error invalid syntax`)
      return known ?? all
    })
}

/** Go's %#U: `U+0021 '!'`. */
const unicodeName = (c: string): string =>
  `U+${c.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')} '${c}'`
