// Upstream: github.com/robfig/cron/v3 (parser.go, spec.go, constantdelay.go)
import { parseDuration } from '../go/duration.ts'
import { goQuote } from '../go/quote.ts'
import { zoneOffset } from './time-zone.ts'

/** A cron schedule in a time zone. */
export interface Schedule {
  /** The next time after `ms` (both since the epoch); undefined: none within five years. */
  next(ms: number): number | undefined
}

interface Field {
  min: number
  max: number
  names?: readonly string[]
}

const minute: Field = { min: 0, max: 59 }
const hour: Field = { min: 0, max: 23 }
const dayOfMonth: Field = { min: 1, max: 31 }
const month: Field = {
  min: 1,
  max: 12,
  names: ['', 'jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
}
const dayOfWeek: Field = { min: 0, max: 6, names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] }
const fields = [minute, hour, dayOfMonth, month, dayOfWeek]

const descriptors: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
}

/** The schedule in a cron expression. Throws with the library's message. @param timeZone of the IANA database */
export function parseSchedule(text: string, timeZone = 'UTC'): Schedule {
  const zoned = /^(?:CRON_)?TZ=(\S+)\s/.exec(text)
  if (zoned !== null) return parseSchedule(text.slice(zoned[0].length).trimStart(), zoned[1])
  if (text === '') throw new Error('empty spec string')
  if (text.startsWith('@every ')) return every(text.slice(7), text)
  if (text.startsWith('@')) {
    if (!Object.hasOwn(descriptors, text)) throw new Error(`unrecognized descriptor: ${text}`)
    return parseSchedule(descriptors[text]!, timeZone)
  }
  const words = text.trim().split(/\s+/)
  if (words.length !== 5)
    throw new Error(`expected exactly 5 fields, found ${words.length}: [${words.join(' ')}]`)
  return new SpecSchedule(
    words.map((word, i) => parseField(word, fields[i]!)),
    timeZone,
  )
}

function every(duration: string, text: string): Schedule {
  const seconds = Math.max(1, Math.floor(durationOf(duration, text) / 1000))
  return { next: (from) => (Math.floor(from / 1000) + seconds) * 1000 }
}

function durationOf(duration: string, text: string): number {
  try {
    return parseDuration(duration)
  } catch (error) {
    throw new Error(`failed to parse duration ${text}: ${(error as Error).message}`)
  }
}

interface ParsedField {
  values: ReadonlySet<number>
  /** Written as `*`: of two kinds of days, such a one does not widen the other. */
  star: boolean
}

function parseField(text: string, field: Field): ParsedField {
  // Each of them once: a megabyte of `*,` would stand for thirty of minutes.
  const ranges = [...new Set(text.split(','))].filter((part) => part !== '')
  const parsed = ranges.map((range) => parseRange(range, field))
  return { values: new Set(parsed.flatMap(({ values }) => values)), star: parsed.some(({ star }) => star) }
}

function parseRange(text: string, field: Field): { values: number[]; star: boolean } {
  const [range = '', stepText, moreSteps] = text.split('/')
  const [low = '', high, more] = range.split('-')
  const any = low === '*' || low === '?'
  if (more !== undefined) throw new Error(`too many hyphens: ${text}`)
  if (moreSteps !== undefined) throw new Error(`too many slashes: ${text}`)
  const start = any ? field.min : numberOf(low, field)
  const step = stepText === undefined ? 1 : numberOf(stepText, {})
  const open = any || (high === undefined && stepText !== undefined)
  const end = open ? field.max : high === undefined ? start : numberOf(high, field)
  if (start < field.min)
    throw new Error(`beginning of range (${start}) below minimum (${field.min}): ${text}`)
  if (end > field.max) throw new Error(`end of range (${end}) above maximum (${field.max}): ${text}`)
  if (start > end) throw new Error(`beginning of range (${start}) beyond end of range (${end}): ${text}`)
  if (step === 0) throw new Error(`step of range should be a positive number: ${text}`)
  const values: number[] = []
  for (let value = start; value <= end; value += step) values.push(value)
  return { values, star: any && step === 1 }
}

function numberOf(text: string, { names }: Pick<Field, 'names'>): number {
  const named = names?.indexOf(text.toLowerCase()) ?? -1
  if (named >= 0 && text !== '') return named
  if (!/^\d+$/.test(text))
    throw new Error(
      `failed to parse int from ${text}: strconv.Atoi: parsing ${goQuote(text)}: invalid syntax`,
    )
  return Number(text)
}

const horizonYears = 5
const minuteMs = 60_000

class SpecSchedule implements Schedule {
  private readonly fields: readonly ParsedField[]
  private readonly timeZone: string

  constructor(parsed: readonly ParsedField[], timeZone: string) {
    this.fields = parsed
    this.timeZone = timeZone
  }

  next(ms: number): number | undefined {
    // The wall clock of the zone, taken as if it were one of UTC.
    let wall = Math.floor(ms / minuteMs) * minuteMs + zoneOffset(this.timeZone, ms) + minuteMs
    const last = new Date(wall).getUTCFullYear() + horizonYears
    for (;;) {
      const match = this.nextWall(wall, last)
      if (match === undefined) return undefined
      const time = this.timeOf(match)
      // An hour that the zone leaves out has no such time, and one that it repeats may lie behind.
      if (time !== undefined && time > ms) return time
      wall = match + minuteMs
    }
  }

  /** The time (milliseconds since the epoch) at which the zone's clock shows `wall`; undefined: it never does. */
  private timeOf(wall: number): number | undefined {
    for (const guess of [
      wall - zoneOffset(this.timeZone, wall),
      wall - zoneOffset(this.timeZone, wall - 86_400_000),
    ])
      if (guess + zoneOffset(this.timeZone, guess) === wall) return guess
    return undefined
  }

  private nextWall(from: number, lastYear: number): number | undefined {
    const [minutes, hours, , months] = this.fields.map(({ values }) => values)
    const at = new Date(from)
    while (at.getUTCFullYear() <= lastYear) {
      if (!months!.has(at.getUTCMonth() + 1)) at.setTime(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1))
      else if (!this.dayMatches(at))
        at.setTime(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + 1))
      else if (!hours!.has(at.getUTCHours())) at.setUTCHours(at.getUTCHours() + 1, 0)
      else if (!minutes!.has(at.getUTCMinutes())) at.setUTCMinutes(at.getUTCMinutes() + 1)
      else return at.getTime()
    }
    return undefined
  }

  /** Whether the schedule has the day: where both day of month and day of week are restricted, either is enough. */
  private dayMatches(at: Date): boolean {
    const [, , date, , weekday] = this.fields
    const onDate = date!.values.has(at.getUTCDate())
    const onWeekday = weekday!.values.has(at.getUTCDay())
    return date!.star || weekday!.star ? onDate && onWeekday : onDate || onWeekday
  }
}
