// The functions of text/template, with kubectl's `exists` and `base64decode`.
// Upstream: text/template/funcs.go, cli-runtime/pkg/printers/template.go

import { goJson, goSprint } from '../../apimachinery/go-print/json-values.ts'
import { isObject } from '../../apimachinery/json.ts'
import { goQuote } from '../../component-base/go/quote.ts'

type Value = unknown

/** Compares two texts by their UTF-16 code units, for sorting. */
export const compareOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Whether a value is true for templates: not false, 0, nil or empty. */
export function isTrue(value: Value): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (isObject(value)) return Object.keys(value).length > 0
  return Boolean(value)
}

/** A function's error, as text/template tells it. */
const failed = (name: string, why: string): Error => new Error(`<${name}>: error calling ${name}: ${why}`)

/** Deviates: a number of the data is told as the literal that it could be; Go decodes it as float64. */
function goType(value: Value): string {
  if (Array.isArray(value)) return '[]interface {}'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float64'
  return typeof value === 'string' ? 'string' : 'map[string]interface {}'
}

/** A place in a list or text, up to `most`. Upstream: text/template indexArg */
function indexArgument(name: string, at: Value, most: number): number {
  if (at === null || at === undefined) throw failed(name, 'cannot index slice/array with nil')
  if (goType(at) !== 'int') throw failed(name, `cannot index slice/array with type ${goType(at)}`)
  if ((at as number) < 0 || (at as number) > most) throw failed(name, `index out of range: ${at}`)
  return at as number
}

function itemAt(items: readonly Value[] | Uint8Array, key: Value): Value {
  const at = indexArgument('index', key, items.length)
  const kind = items instanceof Uint8Array ? 'string' : 'slice'
  if (at === items.length) throw failed('index', `reflect: ${kind} index out of range`)
  return items[at]
}

function index(value: Value, ...keys: Value[]): Value {
  let now = value
  for (const key of keys) {
    if (now === null || now === undefined)
      throw failed('index', now === value ? 'index of untyped nil' : 'index of nil pointer')
    if (typeof now === 'string') now = itemAt(Buffer.from(now), key)
    else if (Array.isArray(now)) now = itemAt(now, key)
    else if (!isObject(now)) throw failed('index', `can't index item of type ${goType(now)}`)
    else if (typeof key !== 'string') throw failed('index', keyError(key))
    else now = Object.hasOwn(now, key) ? now[key] : undefined
  }
  return now
}

const keyError = (key: Value): string =>
  key === null || key === undefined
    ? 'value is nil; should be of type string'
    : `value has type ${goType(key)}; should be string`

/**
 * A part of a list, or of a text by its bytes. Upstream: text/template slice
 * Deviates: no part goes beyond a list's length, which Go allows up to a capacity that its version decides; a text cut
 * within a character has U+FFFD there.
 */
function slice(value: Value, ...indexes: Value[]): Value {
  if (value === null || value === undefined) throw failed('slice', 'slice of untyped nil')
  if (indexes.length > 3) throw failed('slice', `too many slice indexes: ${indexes.length}`)
  if (Array.isArray(value)) return value.slice(...bounds(indexes, value.length))
  if (typeof value !== 'string') throw failed('slice', `can't slice item of type ${goType(value)}`)
  if (indexes.length === 3) throw failed('slice', 'cannot 3-index slice a string')
  const bytes = Buffer.from(value)
  return bytes.subarray(...bounds(indexes, bytes.length)).toString('utf8')
}

function bounds(indexes: readonly Value[], size: number): [number, number] {
  const [from = 0, to = size, most = size] = indexes.map((at) => indexArgument('slice', at, size))
  if (from > to) throw failed('slice', `invalid slice index: ${from} > ${to}`)
  if (to > most) throw failed('slice', `invalid slice index: ${to} > ${most}`)
  return [from, to]
}

function length(value: Value): number {
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (Array.isArray(value)) return value.length
  if (isObject(value)) return Object.keys(value).length
  throw new Error('<len>: error calling len: len of nil pointer')
}

function less(a: Value, b: Value): boolean {
  if (typeof a !== typeof b) throw new Error('error calling lt: incompatible types for comparison')
  return (a as number) < (b as number)
}

function same(a: Value, b: Value): boolean {
  return goSprint(a) === goSprint(b) && typeof a === typeof b
}

/** fmt.Sprint: a space between operands when neither is a string. */
function print(...values: Value[]): string {
  return values
    .map((v, i) => {
      const before = values[i - 1]
      const spaced = i > 0 && typeof v !== 'string' && typeof before !== 'string'
      return `${spaced ? ' ' : ''}${goSprint(v)}`
    })
    .join('')
}

/** The verbs of fmt.Sprintf that templates use. */
function printf(format: Value, ...values: Value[]): string {
  let at = 0
  return String(format).replace(
    /%([-+0# ]*)(\d*)(?:\.(\d+))?([a-zA-Z%])/g,
    (_all, flags: string, width: string, precision: string | undefined, verb: string) => {
      if (verb === '%') return '%'
      if (at >= values.length) return `%!${verb}(MISSING)`
      const text = formatted(verb, values[at++], precision)
      if (width === '') return text
      return flags.includes('-')
        ? text.padEnd(Number(width))
        : text.padStart(Number(width), flags.includes('0') ? '0' : ' ')
    },
  )
}

function formatted(verb: string, value: Value, precision: string | undefined): string {
  if (verb === 'q') return goQuote(goSprint(value))
  if (verb === 'f') return Number(value).toFixed(precision === undefined ? 6 : Number(precision))
  if (verb === 'x')
    return typeof value === 'number' ? value.toString(16) : Buffer.from(String(value)).toString('hex')
  if (verb === 'd' && typeof value !== 'number') return `%!d(string=${goSprint(value)})`
  if (verb === 's' && typeof value === 'number') return `%!s(int64=${goSprint(value)})`
  if (verb === 's' && (value === null || value === undefined)) return '%!s(<nil>)'
  const text = goSprint(value)
  return verb === 's' && precision !== undefined ? text.slice(0, Number(precision)) : text
}

function exists(value: Value, ...keys: Value[]): boolean {
  try {
    return index(value, ...keys) !== undefined
  } catch {
    return false
  }
}

/** What the escaping functions escape. Upstream: text/template evalArgs */
const shown = (values: readonly Value[]): string =>
  print(...values.map((value) => (value === null || value === undefined ? '<no value>' : value)))

const htmlEscapes: Readonly<Record<string, string>> = {
  '\0': '\ufffd',
  '"': '&#34;',
  "'": '&#39;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
}

/** Upstream: text/template JSEscape; what unicode.IsPrint takes for printable stays. */
const unsafeInScripts = /[\\'"<>&=]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu

const scriptEscape = (char: string): string =>
  `\\'"`.includes(char)
    ? `\\${char}`
    : `\\u${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`

const percentEscape = (char: string): string => `%${char.charCodeAt(0).toString(16).toUpperCase()}`

/** The functions of templates by name. They throw Errors with Go's words. */
export const functions: Readonly<Record<string, (...args: Value[]) => Value>> = {
  index,
  len: length,
  not: (value) => !isTrue(value),
  eq: (first, ...others) => others.some((other) => same(first, other)),
  ne: (a, b) => !same(a, b),
  lt: (a, b) => less(a, b),
  le: (a, b) => less(a, b) || same(a, b),
  gt: (a, b) => !less(a, b) && !same(a, b),
  ge: (a, b) => !less(a, b),
  print,
  println: (...values) => `${values.map(goSprint).join(' ')}\n`,
  printf,
  slice,
  html: (...values) => shown(values).replace(/[\0"'&<>]/g, (c) => htmlEscapes[c]!),
  js: (...values) => shown(values).replace(unsafeInScripts, scriptEscape),
  urlquery: (...values) =>
    encodeURIComponent(shown(values))
      .replaceAll('%20', '+')
      .replace(/[!'()*]/g, percentEscape),
  json: (value) => goJson(value),
  exists,
  base64decode: (value) => Buffer.from(String(value), 'base64').toString('utf8'),
}
