// Texts. Upstream: cel-go ext/strings.go, k8s.io/apiserver/pkg/cel/library/regex.go

import { trimSpace } from '../../../component-base/go/quote.ts'
import { shown } from '../../values/show.ts'
import { CelError, type CelList, type CelValue, ValueList } from '../../values/value.ts'
import { FormatError } from '../format-clauses.ts'
import { regexOf } from '../regex.ts'
import { formatted } from './format-text.ts'
import type { Functions } from './functions.ts'

const outOfRange = (index: bigint): CelError => new CelError(`index out of range: ${index}`)
const pointsOf = (text: CelValue | undefined): string[] => Array.from(text as string)

/** Go's `int(index)` on a machine of 64 bits. */
const number = (value: CelValue | undefined): number => Number(value as bigint)

function charAt([text, at]: readonly CelValue[]): CelValue {
  const points = pointsOf(text)
  const index = number(at)
  if (index < 0 || index > points.length) return outOfRange(at as bigint)
  return points[index] ?? ''
}

const holdsAt = (points: readonly string[], part: readonly string[], at: number): boolean =>
  part.every((point, i) => points[at + i] === point)

function indexOf([text, part, offset = 0n]: readonly CelValue[]): CelValue {
  if (part === '') return offset
  const [points, wanted, start] = [pointsOf(text), pointsOf(part), number(offset)]
  if (start < 0) return outOfRange(offset as bigint)
  for (let i = start; i <= points.length - wanted.length; i++)
    if (holdsAt(points, wanted, i)) return BigInt(i)
  return -1n
}

function lastIndexOf([text, part, offset]: readonly CelValue[]): CelValue {
  const [points, wanted] = [pointsOf(text), pointsOf(part)]
  if (part === '') return offset ?? BigInt(points.length)
  if (offset === undefined && points.length < wanted.length) return -1n
  const start = offset === undefined ? points.length - 1 : number(offset)
  if (start < 0) return outOfRange(BigInt(start))
  if (start >= points.length) return -1n
  for (let i = Math.min(start, points.length - wanted.length); i >= 0; i--)
    if (holdsAt(points, wanted, i)) return BigInt(i)
  return -1n
}

function substring([text, from, to]: readonly CelValue[]): CelValue {
  const points = pointsOf(text)
  const [start, end] = [from as bigint, (to ?? BigInt(points.length)) as bigint]
  if (to !== undefined && start > end)
    return new CelError(`invalid substring range. start: ${start}, end: ${end}`)
  for (const index of [start, end]) if (index < 0n || index > BigInt(points.length)) return outOfRange(index)
  return points.slice(Number(start), Number(end)).join('')
}

/** Between the pieces, at most `limit` of them where it is not negative. */
function pieces(text: string, separator: string, limit: number): string[] {
  if (limit === 0) return []
  const all = separator === '' ? Array.from(text) : text.split(separator)
  if (limit < 0 || all.length <= limit) return all
  return [...all.slice(0, limit - 1), all.slice(limit - 1).join(separator)]
}

const split = ([text, separator, limit = -1n]: readonly CelValue[]): CelValue =>
  new ValueList(pieces(text as string, separator as string, number(limit)))

function replace([text, from, to, limit = -1n]: readonly CelValue[]): CelValue {
  const [whole, old, by, count] = [text as string, from as string, to as string, number(limit)]
  if (count === 0 || old === by) return whole
  if (old !== '') return pieces(whole, old, count < 0 ? -1 : count + 1).join(by)
  const points = Array.from(whole)
  const most = count < 0 ? points.length + 1 : Math.min(count, points.length + 1)
  return Array.from({ length: points.length + 1 }, (_, i) => `${i < most ? by : ''}${points[i] ?? ''}`).join(
    '',
  )
}

function join([list, separator = '']: readonly CelValue[]): CelValue {
  const items = [...(list as CelList)]
  const wrong = items.find((one) => typeof one !== 'string')
  return wrong === undefined
    ? items.join(separator as string)
    : new CelError(`join: invalid input: ${shown(wrong)}`)
}

const lower = (text: string): string => text.replace(/[A-Z]+/g, (part) => part.toLowerCase())
const upper = (text: string): string => text.replace(/[a-z]+/g, (part) => part.toUpperCase())

const quotes: Readonly<Record<string, string>> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
  '"': '\\"',
}

const quote = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is quoted
  `"${text.replace(/[\x07\b\f\n\r\t\v\\"]/g, (one) => quotes[one]!)}"`

function format([text, args]: readonly CelValue[]): CelValue {
  try {
    return formatted(text as string, args as CelList)
  } catch (error) {
    if (error instanceof FormatError) return new CelError(error.message)
    throw error
  }
}

function find([text, pattern]: readonly CelValue[]): CelValue {
  const regex = regexOf(pattern as string)
  if (regex instanceof CelError) return new CelError(`Illegal regex: ${regex.message}`)
  return regex.find(text as string, 1)[0] ?? ''
}

function findAll([text, pattern, limit = -1n]: readonly CelValue[]): CelValue {
  const regex = regexOf(pattern as string)
  if (regex instanceof CelError) return new CelError(`Illegal regex: ${regex.message}`)
  return new ValueList(regex.find(text as string, number(limit)))
}

/** The functions on strings, by the ids of their overloads. */
export const stringFunctions: Functions = {
  string_char_at_int: charAt,
  string_index_of_string: indexOf,
  string_index_of_string_int: indexOf,
  string_last_index_of_string: lastIndexOf,
  string_last_index_of_string_int: lastIndexOf,
  string_substring_int: substring,
  string_substring_int_int: substring,
  string_split_string: split,
  string_split_string_int: split,
  string_replace_string_string: replace,
  string_replace_string_string_int: replace,
  list_join: join,
  list_join_string: join,
  string_lower_ascii: ([text]) => lower(text as string),
  string_upper_ascii: ([text]) => upper(text as string),
  string_trim: ([text]) => trimSpace(text as string),
  strings_quote: ([text]) => quote(text as string),
  string_format: format,
  string_find_string: find,
  string_find_all_string: findAll,
  string_find_all_string_int: findAll,
  string_jsonpatch_escapeKey_string: ([text]) => (text as string).replaceAll('~', '~0').replaceAll('/', '~1'),
}
