// kubectl's jsonpath dialect: `{.items[*].metadata.name}`, ranges, filters, text.
// Upstream: client-go/util/jsonpath
import { KubectlError } from './usage-error.ts'

type Value = unknown

/** Evaluates a template over `data`. */
export function evaluateJsonPath(template: string, data: Value): string {
  const text = template.includes('{')
    ? template
    : `{${template.startsWith('.') || template.startsWith('$') ? '' : '.'}${template}}`
  return run(parseTemplate(text), data)
}

type Part = { text: string } | { path: string } | { range: string; body: Part[] }

function parseTemplate(template: string): Part[] {
  const stack: Part[][] = [[]]
  const ranges: string[] = []
  let at = 0
  while (at < template.length) {
    const open = template.indexOf('{', at)
    if (open < 0 || open > at) stack.at(-1)!.push({ text: template.slice(at, open < 0 ? undefined : open) })
    if (open < 0) break
    const close = closing(template, open)
    const inner = template.slice(open + 1, close).trim()
    at = close + 1
    if (inner.startsWith('range')) {
      ranges.push(inner.slice(5).trim())
      stack.push([])
    } else if (inner === 'end') {
      const body = stack.pop()!
      const range = ranges.pop()
      if (range === undefined) throw new KubectlError('error parsing jsonpath: not in range, nothing to end')
      stack.at(-1)!.push({ range, body })
    } else if (/^["']/.test(inner)) stack.at(-1)!.push({ text: unquote(inner) })
    else stack.at(-1)!.push({ path: inner })
  }
  if (ranges.length > 0) throw new KubectlError('error parsing jsonpath: unterminated range, expected end')
  return stack[0]!
}

function closing(text: string, open: number): number {
  let quote = ''
  for (let i = open + 1; i < text.length; i++) {
    const c = text[i]!
    if (quote !== '') {
      if (c === '\\') i++
      else if (c === quote) quote = ''
    } else if (c === '"' || c === "'") quote = c
    else if (c === '}') return i
  }
  throw new KubectlError('error parsing jsonpath: unclosed action')
}

const unquote = (text: string): string =>
  text.slice(1, -1).replace(/\\(.)/g, (_all, c: string) => ({ n: '\n', t: '\t', r: '\r' })[c] ?? c)

function run(parts: Part[], data: Value): string {
  let out = ''
  for (const part of parts) {
    if ('text' in part) out += part.text
    else if ('path' in part) out += select(part.path, data).map(show).join(' ')
    else for (const item of select(part.range, data)) out += run(part.body, item)
  }
  return out
}

function show(value: Value): string {
  if (typeof value === 'string') return value
  return value === null || value === undefined ? '' : JSON.stringify(value)
}

/** All values that a path selects, in order. */
export function select(path: string, data: Value): Value[] {
  let values: Value[] = [data]
  const token =
    /^(?:\.\.(?<deep>[\w-]+|\*)|\.(?<field>(?:\\.|[\w$@*-])+)|\[(?<bracket>(?:'[^']*'|"[^"]*"|\?\((?:[^()]|\([^()]*\))*\)|[^\]])*)\]|\.(?=\[|$))/
  let rest = path.replace(/^[$@]/, '')
  while (rest !== '') {
    const match = token.exec(rest.startsWith('.') || rest.startsWith('[') ? rest : `.${rest}`)
    if (match === null)
      throw new KubectlError(`error parsing jsonpath ${path}: unrecognized character in action`)
    const { deep, field, bracket } = match.groups!
    if (deep !== undefined) values = values.flatMap((v) => descend(v, deep))
    else if (field !== undefined) values = values.flatMap((v) => child(v, field.replace(/\\(.)/g, '$1')))
    else if (bracket !== undefined) values = values.flatMap((v) => subscript(v, bracket.trim()))
    rest = rest.slice(match[0].length - (rest.startsWith('.') || rest.startsWith('[') ? 0 : 1))
  }
  return values
}

function child(value: Value, name: string): Value[] {
  if (typeof value !== 'object' || value === null) return []
  if (name === '*') return Object.values(value)
  return Object.hasOwn(value, name) ? [(value as Record<string, Value>)[name]] : []
}

function descend(value: Value, name: string): Value[] {
  if (typeof value !== 'object' || value === null) return []
  return [...child(value, name), ...Object.values(value).flatMap((v) => descend(v, name))]
}

function subscript(value: Value, text: string): Value[] {
  if (text.startsWith('?(')) {
    const items = Array.isArray(value)
      ? value
      : typeof value === 'object' && value !== null
        ? Object.values(value)
        : []
    return items.filter((item) => holds(text.slice(2, -1).trim(), item))
  }
  if (/^['"]/.test(text)) return child(value, unquote(text))
  if (text === '*') return typeof value === 'object' && value !== null ? Object.values(value) : []
  if (!Array.isArray(value)) return []
  if (text.includes(',')) return text.split(',').flatMap((t) => subscript(value, t.trim()))
  if (text.includes(':')) return slice(value, text)
  const index = Number(text)
  if (!Number.isInteger(index)) throw new KubectlError(`error parsing jsonpath: invalid array index ${text}`)
  const item = value.at(index)
  if (item === undefined)
    throw new KubectlError(
      `error executing jsonpath: array index out of bounds: index ${index}, length ${value.length}`,
    )
  return [item]
}

function slice(value: Value[], text: string): Value[] {
  const [from = '', to = '', step = ''] = text.split(':')
  const part = value.slice(from === '' ? 0 : Number(from), to === '' ? undefined : Number(to))
  return step === '' ? part : part.filter((_v, i) => i % Number(step) === 0)
}

function holds(condition: string, item: Value): boolean {
  const match = /^(.+?)\s*(==|!=|<=|>=|<|>)\s*(.+)$/.exec(condition)
  if (match === null) return select(condition, item).some((v) => v !== undefined && v !== null)
  const [, left = '', operator = '', right = ''] = match
  const a = operand(left, item)
  const b = operand(right, item)
  if (a === undefined || b === undefined) return false
  if (operator === '==') return a === b
  if (operator === '!=') return a !== b
  const [x, y] = [a as number, b as number]
  return operator === '<' ? x < y : operator === '>' ? x > y : operator === '<=' ? x <= y : x >= y
}

function operand(text: string, item: Value): Value {
  if (/^["']/.test(text)) return unquote(text)
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  if (text === 'true' || text === 'false') return text === 'true'
  return select(text, item)[0]
}
