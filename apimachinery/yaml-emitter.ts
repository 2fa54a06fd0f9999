// Upstream: sigs.k8s.io/yaml (goyaml.v2 encode.go, emitterc.go, sorter.go): the YAML of JSON data
import { resolveScalar } from './scheme/yaml-scalar.ts'

const width = 80

/** JSON data as Kubernetes writes YAML: sorted keys, lists not indented, long texts folded at spaces. Ends with a line break. */
export function emitYaml(value: unknown): string {
  if (isMap(value) && Object.keys(value).length > 0) return block(value, 0)
  if (Array.isArray(value) && value.length > 0) return block(value, 0)
  return `${inline(value, 0, 0)}\n`
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isEmpty = (value: object): boolean => (Array.isArray(value) ? value : Object.keys(value)).length === 0
const isBlock = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !isEmpty(value)

function block(value: object, indent: number): string {
  const pad = ' '.repeat(indent)
  if (Array.isArray(value)) return value.map((item) => pad + listItem(item, indent)).join('')
  const map = value as Record<string, unknown>
  return definedKeys(map)
    .map((key) => pad + member(key, map[key], indent))
    .join('')
}

const definedKeys = (map: Record<string, unknown>): string[] =>
  Object.keys(map)
    .filter((key) => map[key] !== undefined)
    .sort(compareKeys)

function member(key: string, value: unknown, indent: number): string {
  const name = scalar(key, 0, 0, true)
  if (!isBlock(value)) return `${name}: ${inline(value, indent, indent + name.length + 2)}\n`
  return `${name}:\n${block(value, Array.isArray(value) ? indent : indent + 2)}`
}

function listItem(item: unknown, indent: number): string {
  if (!isBlock(item)) return `- ${inline(item, indent, indent + 2)}\n`
  return `- ${block(item, indent + 2).slice(indent + 2)}`
}

function inline(value: unknown, indent: number, column: number): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return '[]'
  if (typeof value === 'object') return '{}'
  return typeof value === 'string' ? scalar(value, indent, column, false) : String(value)
}

/** A text in the plainest style that reads back as this text. */
function scalar(text: string, indent: number, column: number, key: boolean): string {
  if (text === '' || resolvesToOther(text)) return doubleQuoted(text)
  if (hasSpecial(text)) return doubleQuoted(text)
  if (text.includes('\n'))
    return key || /^[ \n]|[ ]\n|\n$^/.test(text) ? blockOrQuoted(text, indent, key) : literal(text, indent)
  if (isPlain(text)) return key ? text : fold(text, indent, column)
  const quoted = text.replaceAll("'", "''")
  return key ? `'${quoted}'` : `'${fold(quoted, indent, column + 1)}'`
}

function blockOrQuoted(text: string, indent: number, key: boolean): string {
  return key || / (\n|$)/.test(text) ? doubleQuoted(text) : literal(text, indent)
}

const resolvesToOther = (text: string): boolean =>
  /^(y|Y|n|N)$/.test(text) ||
  /^[-+]?\d[\d_]*(:[0-5]?\d)+(\.[\d_]*)?$/.test(text) ||
  /^\d{4}-\d\d?-\d\d?/.test(text) ||
  text === '<<' ||
  /^([-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$/.test(text) ||
  resolveScalar(text, true, undefined).tag !== '!!str'

const hasSpecial = (text: string): boolean =>
  /[^\n\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd]/.test(
    text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, 'x'),
  )

function isPlain(text: string): boolean {
  if (/^ | $/.test(text) || /^(---|\.\.\.)/.test(text)) return false
  if (/^[#,[\]{}&*!|>'"%@`]/.test(text) || /^[?:-]( |$)/.test(text)) return false
  return !/: |:$| #/.test(text)
}

/** Breaks at single spaces once the line is full. */
function fold(text: string, indent: number, start: number): string {
  let out = ''
  let column = start
  for (let i = 0; i < text.length; i++) {
    const breakable =
      text[i] === ' ' && text[i - 1] !== ' ' && text[i + 1] !== ' ' && i > 0 && i < text.length - 1
    if (breakable && column > width) {
      out += `\n${' '.repeat(indent + 2)}`
      column = indent + 2
    } else {
      out += text[i]
      column++
    }
  }
  return out
}

function literal(text: string, indent: number): string {
  const hint = /^[ \n]/.test(text) ? '2' : ''
  const chomp = !text.endsWith('\n') ? '-' : text === '\n' || text.endsWith('\n\n') ? '+' : ''
  const pad = ' '.repeat(indent + 2)
  const body = text.endsWith('\n') ? text.slice(0, -1) : text
  return `|${hint}${chomp}\n${body
    .split('\n')
    .map((line) => (line === '' ? '' : pad + line))
    .join('\n')}`
}

const escapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\0': '\\0',
  '\x07': '\\a',
  '\b': '\\b',
  '\v': '\\v',
  '\f': '\\f',
  '\x1b': '\\e',
  '\u2028': '\\L',
  '\u2029': '\\P',
  '\ufeff': '\\uFEFF',
}
function doubleQuoted(text: string): string {
  let out = ''
  for (const char of text) {
    const code = char.codePointAt(0)!
    const short = Object.hasOwn(escapes, char) ? escapes[char] : undefined
    if (short !== undefined) out += short
    else if (code < 0x20 || code === 0x7f) out += `\\x${code.toString(16).toUpperCase().padStart(2, '0')}`
    else out += char
  }
  return `"${out}"`
}

const isDigit = (char: string): boolean => /\p{Nd}/u.test(char)
const isLetter = (char: string): boolean => /\p{L}/u.test(char)

/** Compares keys with numbers in them by the numbers. Upstream: sorter.go */
export function compareKeys(a: string, b: string): number {
  const [left, right] = [[...a], [...b]]
  let digits = false
  for (let i = 0; i < left.length && i < right.length; i++) {
    const [x, y] = [left[i]!, right[i]!]
    if (x === y) {
      digits = isDigit(x)
      continue
    }
    const [xl, yl] = [isLetter(x), isLetter(y)]
    if (xl && yl) return x < y ? -1 : 1
    if (xl || yl) return (digits ? xl : yl) ? -1 : 1
    return compareNumbers(left, right, i)
  }
  return left.length - right.length
}

function compareNumbers(left: string[], right: string[], at: number): number {
  const number = (chars: string[]): { value: number; end: number } => {
    let end = at
    let value = zeroRun(left, right, at)
    for (; end < chars.length && isDigit(chars[end]!); end++) value = value * 10 + Number(chars[end])
    return { value, end }
  }
  const [x, y] = [number(left), number(right)]
  if (x.value !== y.value) return x.value - y.value
  if (x.end !== y.end) return x.end - y.end
  return left[at]! < right[at]! ? -1 : 1
}

function zeroRun(left: string[], right: string[], at: number): number {
  if (left[at] !== '0' && right[at] !== '0') return 0
  for (let j = at - 1; j >= 0 && isDigit(left[j]!); j--) if (left[j] !== '0') return 1
  return 0
}
