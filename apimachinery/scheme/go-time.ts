// Upstream: Go's time.Parse, for the layouts that meta/v1 Time and MicroTime use, and those of dates without a zone
import { DecodeError } from './decode-error.ts'

/** Go's layout of meta/v1 Time, with whole seconds. */
export const rfc3339 = '2006-01-02T15:04:05Z07:00'
/** Go's layout of meta/v1 MicroTime, with microseconds. */
export const rfc3339Micro = '2006-01-02T15:04:05.000000Z07:00'

/** A layout without a zone: the time is that of UTC. */
export const localTime = '2006-01-02T15:04:05'
/** A layout of a day only. */
export const fullDate = '2006-01-02'

type Layout = typeof rfc3339 | typeof rfc3339Micro | typeof localTime | typeof fullDate

/** A moment: milliseconds of a whole second, and microseconds within it. */
export interface GoTime {
  readonly ms: number
  readonly micros: number
}

interface Cursor {
  readonly layout: string
  readonly text: string
  rest: string
}

/** The time package's own quoting: control characters and bytes outside of ASCII as \\xhh. */
const quote = (text: string): string =>
  `"${text.replace(/["\\]|[^ -\x7f]/gu, (char) => (/["\\]/.test(char) ? `\\${char}` : [...Buffer.from(char)].map((b) => `\\x${b.toString(16).padStart(2, '0')}`).join('')))}"`

const digit = (text: string, at: number): boolean =>
  text[at] !== undefined && text[at]! >= '0' && text[at]! <= '9'

function bad(c: Cursor, element: string, rest: string, message = ''): never {
  const what =
    message === '' ? ` as ${quote(c.layout)}: cannot parse ${quote(rest)} as ${quote(element)}` : message
  throw new DecodeError(`parsing time ${quote(c.text)}${what}`)
}

function literal(c: Cursor, char: string): void {
  if (c.rest[0] !== char) bad(c, char, c.rest)
  c.rest = c.rest.slice(1)
}

function year(c: Cursor): number {
  const text = c.rest.slice(0, 4)
  if (!/^\d{4}$/.test(text)) bad(c, '2006', c.rest)
  c.rest = c.rest.slice(4)
  return Number(text)
}

function number(c: Cursor, element: string, fixed: boolean, from: number, to: number, range: string): number {
  const hold = c.rest
  const length = digit(hold, 0) ? (digit(hold, 1) ? 2 : fixed ? 0 : 1) : 0
  if (length === 0) bad(c, element, hold)
  const value = Number(hold.slice(0, length))
  c.rest = hold.slice(length)
  if (value < from || value > to) bad(c, element, c.rest, `: ${range} out of range`)
  return value
}

/** A fraction of a second: any digits where the layout has none, exactly six where it asks for them. */
function fraction(c: Cursor): number {
  const separator = c.rest[0] === '.' || c.rest[0] === ','
  if (c.layout === rfc3339Micro) {
    if (!separator || !/^.\d{6}/.test(c.rest)) bad(c, '.000000', c.rest)
    const micros = Number(c.rest.slice(1, 7))
    c.rest = c.rest.slice(7)
    return micros
  }
  const digits = separator ? /^.(\d+)/.exec(c.rest) : null
  if (digits === null) return 0
  c.rest = c.rest.slice(digits[0].length)
  return Number(digits[1]!.slice(0, 6).padEnd(6, '0'))
}

/** Minutes east of UTC. */
function zone(c: Cursor): number {
  const hold = c.rest
  if (hold[0] === 'Z') {
    c.rest = hold.slice(1)
    return 0
  }
  const match = /^([+-])(\d\d):(\d\d)/.exec(hold)
  if (match === null) bad(c, 'Z07:00', hold)
  c.rest = hold.slice(6)
  if (Number(match[2]) > 24) bad(c, '', '', ': time zone offset hour out of range')
  if (Number(match[3]) > 60) bad(c, '', '', ': time zone offset minute out of range')
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3]))
}

const midnight = { hour: 0, minute: 0, second: 0, micros: 0, east: 0 }

function timeOfDay(c: Cursor): typeof midnight {
  literal(c, 'T')
  const hour = number(c, '15', false, 0, 23, 'hour')
  literal(c, ':')
  const minute = number(c, '04', true, 0, 59, 'minute')
  literal(c, ':')
  const second = number(c, '05', true, 0, 59, 'second')
  const micros = fraction(c)
  return { hour, minute, second, micros, east: c.layout === localTime ? 0 : zone(c) }
}

/** The moment that a text of the layout tells. Throws a {@link DecodeError} with Go's text. */
export function parseGoTime(text: string, layout: Layout): GoTime {
  const c: Cursor = { layout, text, rest: text }
  const y = year(c)
  literal(c, '-')
  const month = number(c, '01', true, 1, 12, 'month')
  literal(c, '-')
  const day = number(c, '02', true, 0, 99, 'day')
  const time = layout === fullDate ? midnight : timeOfDay(c)
  if (c.rest !== '') bad(c, '', c.rest, `: extra text: ${quote(c.rest)}`)
  const date = new Date(0)
  date.setUTCFullYear(y, month - 1, day)
  if (day < 1 || date.getUTCMonth() !== month - 1) bad(c, '', c.rest, ': day out of range')
  date.setUTCHours(time.hour, time.minute - time.east, time.second)
  return { ms: date.getTime(), micros: time.micros }
}
