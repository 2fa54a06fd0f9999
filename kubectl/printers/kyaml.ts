// KYAML: YAML with the brackets of JSON, strings always quoted.
// Upstream: sigs.k8s.io/yaml/kyaml/kyaml.go

import { sortKeys } from '../../apimachinery/go-print/marshal.ts'
import { isObject } from '../../apimachinery/json.ts'

/** The value as a KYAML document, with `---` before it and a line break at the end. */
export const emitKyaml = (value: unknown): string => `---\n${rendered(sortKeys(value), 0)}\n`

const spaces = (level: number): string => '  '.repeat(level)
const isContainer = (value: unknown): boolean => Array.isArray(value) || isObject(value)

function rendered(value: unknown, level: number): string {
  if (typeof value === 'string') return quoted(value, level + 1)
  if (Array.isArray(value)) return list(value, level)
  return isObject(value) ? mapping(value, level) : JSON.stringify(value ?? null)
}

/** Lists of objects and lists begin on the line of their bracket. */
function list(values: readonly unknown[], level: number): string {
  if (values.length === 0) return '[]'
  if (values.every(isContainer)) return `[${values.map((one) => rendered(one, level)).join(', ')}]`
  const lines = values.map((one) => `${spaces(level + 1)}${rendered(one, level + 1)},\n`)
  return `[\n${lines.join('')}${spaces(level)}]`
}

function mapping(value: Record<string, unknown>, level: number): string {
  const lines = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .map(([key, one]) => `${spaces(level + 1)}${shownKey(key)}: ${rendered(one, level + 1)},\n`)
  return lines.length === 0 ? '{}' : `{\n${lines.join('')}${spaces(level)}}`
}

const shownKey = (key: string): string =>
  needsQuotes(key)
    ? `"${[...key].map((c) => (c === '\n' ? '\\n' : c === '\t' ? '\\t' : escaped(c))).join('')}"`
    : key

/** Several lines are folded, each on a line of its own. */
function quoted(text: string, level: number): string {
  if (!text.includes('\n')) return `"${[...text].map(escaped).join('')}"`
  const lines = text.split('\n')
  const last = lines.pop()!
  const start = (line: string): string =>
    `${spaces(level)}${line === '' || !/^\s/u.test(line) ? ' ' : '\\'}${[...line].map(escaped).join('')}`
  const all = [
    ...lines.map((line) => `${start(line)}\\n\\\n`),
    ...(last === '' ? [] : [`${start(last)}\\\n`]),
  ]
  return `"\\\n${all.join('')}${spaces(level)}"`
}

const named: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\r': '\\r',
  '\v': '\\v',
  '\0': '\\0',
  '\x1b': '\\e',
  '\x85': '\\N',
  '\xa0': '\\_',
  '\u2028': '\\L',
  '\u2029': '\\P',
}

/** One character; a tab is left as it is. */
function escaped(char: string): string {
  if (Object.hasOwn(named, char)) return named[char]!
  if (char === '\t' || char === ' ' || /^[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u.test(char)) return char
  const code = char.codePointAt(0)!
  const hex = (digits: number): string => code.toString(16).padStart(digits, '0')
  if (code < 0x20 || code === 0x7f) return `\\x${hex(2)}`
  return code < 0x10000 ? `\\u${hex(4)}` : `\\U${hex(8)}`
}

/** Whether a key without quotes might be read as something else than this text. */
function needsQuotes(key: string): boolean {
  if (isAmbiguous(key)) return true
  const chars = [...key]
  return !chars.every(
    (char, i) => /^[\p{L}\p{N}_]$/u.test(char) || (i > 0 && i < chars.length - 1 && '-./'.includes(char)),
  )
}

/** What YAML 1.1 and Go's strconv take for null, a boolean, a number or a time. */
function isAmbiguous(text: string): boolean {
  const plain = text.toLowerCase()
  if (/^(?:null|~|true|false|[tf]|y|yes|on|n|no|off|[-+]?\.?inf(?:inity)?|\.?nan|)$/.test(plain)) return true
  const digits = plain.replaceAll('_', '')
  return (
    /^[-+]?(?:0x[\da-f]+|0o?[0-7]+|0b[01]+|\d+)$/.test(digits) ||
    /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/.test(digits) ||
    /^[-+]?[1-9][\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/.test(plain) ||
    /^\d{4}-\d\d?-\d\d?(?:[t ]\d\d?:\d\d?:\d\d?(?:\.\d+)?(?:z|[-+]\d\d:\d\d)?)?$/.test(plain)
  )
}
