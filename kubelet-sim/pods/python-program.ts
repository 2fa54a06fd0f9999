// Python, as far as the small programs of test containers use it: what the environment holds decides how long one sleeps, and how it
// ends. Whatever else stands in a program makes its end unknown.
import type { Outcome } from './outcome.ts'
import { type PythonToken, pythonTokens } from './python-tokens.ts'

type Value = string | number | boolean | null | Value[]

/** Something of the language that is not known here. */
class NotKnown extends Error {}
class Exit extends Error {
  readonly code: number
  constructor(code: number) {
    super()
    this.code = code
  }
}

interface Line {
  indent: number
  tokens: PythonToken[]
}

const mostLines = 200

/** The outcome of a Python program that computes, sleeps and exits; undefined where a line does anything else. */
export function pythonOutcome(source: string, env: Readonly<Record<string, string>>): Outcome | undefined {
  const lines = linesOf(source)
  if (lines === undefined) return undefined
  const program = new Program(env)
  try {
    program.block(lines)
    return { afterMs: program.sleptMs, exitCode: 0 }
  } catch (error) {
    if (error instanceof Exit) return { afterMs: program.sleptMs, exitCode: error.code }
    if (error instanceof NotKnown) return undefined
    throw error
  }
}

function linesOf(source: string): Line[] | undefined {
  const lines: Line[] = []
  for (const raw of source.split('\n').flatMap((one) => splitStatements(one))) {
    const text = withoutRemark(raw.replace(/^(\s*)#.*$/, '$1'))
    if (text.trim() === '') continue
    const tokens = pythonTokens(text)
    if (tokens === undefined || lines.length === mostLines) return undefined
    lines.push({ indent: text.length - text.trimStart().length, tokens })
  }
  return lines
}

/** A remark begins behind all that stands in quotes. */
function withoutRemark(line: string): string {
  const behind = Math.max(line.lastIndexOf("'"), line.lastIndexOf('"')) + 1
  const remark = line.slice(behind).search(/\s#/)
  return remark < 0 ? line : line.slice(0, behind + remark)
}

/** `import os; print(1)`, but for what stands in quotes. */
function splitStatements(line: string): string[] {
  const indent = line.slice(0, line.length - line.trimStart().length)
  return /['"]/.test(line)
    ? [line]
    : line.split(';').map((part, i) => (i === 0 ? part : indent + part.trimStart()))
}

class Program {
  sleptMs = 0
  private readonly env: Readonly<Record<string, string>>
  private readonly names = new Map<string, Value>()
  private tokens: readonly PythonToken[] = []
  private at = 0
  /** The number of surrounding expressions that are only read, not evaluated. */
  private skips = 0

  constructor(env: Readonly<Record<string, string>>) {
    this.env = env
  }

  block(lines: readonly Line[]): void {
    for (let at = 0; at < lines.length; ) {
      const { indent, tokens } = lines[at]!
      const first = tokens[0]?.text ?? ''
      if (first === 'if') at = this.branches(lines, at)
      else if (indent !== lines[0]!.indent) throw new NotKnown()
      else {
        this.line(tokens)
        at++
      }
    }
  }

  /** `if`, `elif` and `else` with their blocks. @returns the line after them */
  private branches(lines: readonly Line[], from: number): number {
    const { indent } = lines[from]!
    let at = from
    let done = false
    do {
      const { tokens } = lines[at]!
      const word = tokens[0]!.text
      const holds = this.condition(tokens, word === 'else')
      const inline = tokens.slice(this.at)
      let end = at + 1
      while (end < lines.length && lines[end]!.indent > indent) end++
      const body = inline.length > 0 ? [{ indent, tokens: inline }] : lines.slice(at + 1, end)
      if (body.length === 0 || (inline.length > 0 && end > at + 1)) throw new NotKnown()
      if (holds && !done) this.block(body)
      done ||= holds
      at = end
    } while (
      at < lines.length &&
      lines[at]!.indent === indent &&
      /^(?:elif|else)$/.test(lines[at]!.tokens[0]?.text ?? '')
    )
    return at
  }

  /** Reads up to the colon. */
  private condition(tokens: readonly PythonToken[], always: boolean): boolean {
    this.tokens = tokens
    this.at = 1
    const holds = always || truth(this.either())
    this.expect(':')
    return holds
  }

  private line(tokens: readonly PythonToken[]): void {
    const word = tokens[0]?.text ?? ''
    if (word === 'import' || word === 'from' || word === 'pass') return
    if (word === 'raise') throw new Exit(1)
    this.tokens = tokens
    this.at = 0
    const assigned = tokens[0]?.kind === 'name' && tokens[1]?.text === '=' ? tokens[0].text : undefined
    if (assigned !== undefined) this.at = 2
    const value = this.chosen()
    if (this.at < tokens.length) throw new NotKnown()
    if (assigned !== undefined) this.names.set(assigned, value)
  }

  /** `a if condition else b`: only what is chosen is done. */
  private chosen(): Value {
    const start = this.at
    const condition = this.find('if', start)
    if (condition === undefined) return this.either()
    this.at = condition + 1
    const holds = truth(this.either())
    this.expect('else')
    const other = this.at
    if (!holds) return this.chosen()
    const rest = this.tokens
    this.tokens = rest.slice(0, condition)
    this.at = start
    const value = this.either()
    if (this.at < condition) throw new NotKnown()
    this.tokens = rest
    this.at = rest.length
    if (other > rest.length) throw new NotKnown()
    return value
  }

  private find(word: string, from: number): number | undefined {
    const at = this.tokens.findIndex((one, i) => i >= from && one.kind === 'name' && one.text === word)
    return at < 0 ? undefined : at
  }

  private either(): Value {
    let value = this.both()
    while (this.take('or')) {
      const other = truth(value) ? this.skipped(() => this.both()) : this.both()
      if (!truth(value)) value = other
    }
    return value
  }

  private skipped(read: () => Value): Value {
    this.skips++
    const value = read()
    this.skips--
    return value
  }

  private both(): Value {
    let value = this.denied()
    while (this.take('and')) {
      const other = truth(value) ? this.denied() : this.skipped(() => this.denied())
      if (truth(value)) value = other
    }
    return value
  }

  private denied(): Value {
    return this.take('not') ? !truth(this.denied()) : this.compared()
  }

  private compared(): Value {
    const left = this.sum()
    const mark = this.tokens[this.at]?.text ?? ''
    if (this.take('in')) return contains(this.sum(), left)
    if (!/^(?:==|!=|<|>|<=|>=)$/.test(mark)) return left
    this.at++
    return compare(mark, left, this.sum())
  }

  private sum(): Value {
    let value = this.product()
    for (;;) {
      if (this.take('+')) value = numeric(value) + numeric(this.product())
      else if (this.take('-')) value = numeric(value) - numeric(this.product())
      else return value
    }
  }

  private product(): Value {
    let value = this.single()
    for (;;) {
      if (this.take('*')) value = numeric(value) * numeric(this.single())
      else if (this.take('%')) value = remainder(numeric(value), numeric(this.single()))
      else return value
    }
  }

  private single(): Value {
    const token = this.tokens[this.at++]
    if (token?.kind === 'number') return Number(token.text)
    if (token?.kind === 'text') return token.text
    if (token?.text === '(' || token?.text === '[') return this.listed(token.text === '(' ? ')' : ']')
    if (token?.kind !== 'name') throw new NotKnown()
    const constants: Record<string, Value> = { True: true, False: false, None: null }
    if (Object.hasOwn(constants, token.text)) return constants[token.text]!
    let name = token.text
    while (this.take('.')) name += `.${this.tokens[this.at++]?.text ?? ''}`
    if (this.take('(')) return this.call(name, this.values(')'))
    if (name === 'os.environ' && this.take('[')) return this.variable(this.values(']'))
    const value = this.names.get(name)
    if (value === undefined) throw new NotKnown()
    return value
  }

  private listed(end: string): Value {
    const values = this.values(end)
    return end === ')' && values.length === 1 ? values[0]! : values
  }

  private values(end: string): Value[] {
    const values: Value[] = []
    while (!this.take(end)) {
      values.push(this.either())
      if (this.tokens[this.at]?.text !== end) this.expect(',')
    }
    return values
  }

  /** The value of an environment variable; one that is not set ends the program. */
  private variable([name]: Value[]): Value {
    if (typeof name !== 'string' || this.skips > 0) throw new NotKnown()
    if (!Object.hasOwn(this.env, name)) throw new Exit(1)
    return this.env[name]!
  }

  private call(name: string, values: Value[]): Value {
    const [first = null, second = null] = values
    if (this.skips > 0 && !/^(?:int|str|os\.environ\.get|os\.getenv)$/.test(name)) throw new NotKnown()
    switch (name) {
      case 'sys.exit':
      case 'exit':
      case 'quit':
      case 'os._exit':
        throw new Exit(typeof first === 'number' ? first : first === null ? 0 : 1)
      case 'time.sleep':
      case 'sleep':
        this.sleptMs += numeric(first) * 1000
        return null
      case 'print':
        return null
      case 'os.environ.get':
      case 'os.getenv':
        return typeof first === 'string' && Object.hasOwn(this.env, first) ? this.env[first]! : second
      case 'int':
        if (!/^\s*-?\d+\s*$/.test(String(first))) throw new Exit(1)
        return Number(first)
      case 'str':
        return String(first)
      default:
        throw new NotKnown()
    }
  }

  private take(text: string): boolean {
    const token = this.tokens[this.at]
    if (token === undefined || token.kind === 'text' || token.text !== text) return false
    this.at++
    return true
  }

  private expect(text: string): void {
    if (!this.take(text)) throw new NotKnown()
  }
}

const truth = (value: Value): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== null && value !== false && value !== 0 && value !== ''

function numeric(value: Value): number {
  if (typeof value !== 'number') throw new NotKnown()
  return value
}

/** The remainder with the sign of the divisor, as Python has it. */
function remainder(value: number, by: number): number {
  if (by === 0) throw new Exit(1)
  return ((value % by) + by) % by
}

function compare(mark: string, left: Value, right: Value): boolean {
  if (mark === '==' || mark === '!=') {
    if (Array.isArray(left) || Array.isArray(right)) throw new NotKnown()
    return (left === right) === (mark === '==')
  }
  if (typeof left !== 'number' || typeof right !== 'number') throw new NotKnown()
  return mark === '<'
    ? left < right
    : mark === '>'
      ? left > right
      : mark === '<='
        ? left <= right
        : left >= right
}

function contains(list: Value, value: Value): boolean {
  if (!Array.isArray(list)) throw new NotKnown()
  return list.some((one) => one === value)
}
