/** A time in UTC, RFC 3339, as time.Time's String has it; without one the first of Go's times. */
export function goTimeText(iso: string | undefined | null): string {
  if (iso === undefined || iso === null) return '0001-01-01 00:00:00 +0000 UTC'
  const fraction = (/\.(\d+)Z$/.exec(iso)?.[1] ?? '').replace(/0+$/, '')
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}${fraction === '' ? '' : `.${fraction}`} +0000 UTC`
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** The time in the form of time.Time's GoString; the zero time where there is none. */
export function goTimeSource(iso: string | undefined | null): string {
  if (iso === undefined || iso === null) return 'time.Date(1, time.January, 1, 0, 0, 0, 0, time.UTC)'
  const t = new Date(iso)
  const clock = [
    t.getUTCDate(),
    t.getUTCHours(),
    t.getUTCMinutes(),
    t.getUTCSeconds(),
    t.getUTCMilliseconds() * 1e6,
  ]
  return `time.Date(${t.getUTCFullYear()}, time.${months[t.getUTCMonth()]}, ${clock.join(', ')}, time.Local)`
}
