const formats = new Map<string, Intl.DateTimeFormat>()

/** Milliseconds that a zone's clocks are ahead of UTC at a time. Throws RangeError for an unknown zone. */
export function zoneOffset(timeZone: string, ms: number): number {
  if (timeZone === 'UTC') return 0
  const format = formats.get(timeZone) ?? newFormat(timeZone)
  formats.set(timeZone, format)
  const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]))
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type)!
  // Date.UTC takes years below 100 for those of the last century.
  const wall = new Date(0)
  wall.setUTCFullYear(part('year'), part('month') - 1, part('day'))
  wall.setUTCHours(part('hour'), part('minute'), part('second'))
  return wall.getTime() - Math.floor(ms / 1000) * 1000
}

const newFormat = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })

/** A time in RFC 3339 with the zone's offset: `2026-01-01T09:00:00+01:00`, with `Z` at offset 0. */
export function toZonedTime(timeZone: string, ms: number): string {
  const offset = zoneOffset(timeZone, ms)
  const wall = new Date(ms + offset).toISOString().slice(0, 19)
  if (offset === 0) return `${wall}Z`
  const minutes = Math.abs(offset) / 60_000
  const two = (n: number): string => String(Math.floor(n)).padStart(2, '0')
  return `${wall}${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`
}

/** Whether a name is of a time zone of the IANA database. */
export function knownZone(timeZone: string): boolean {
  try {
    zoneOffset(timeZone, 0)
    return true
  } catch {
    return false
  }
}
