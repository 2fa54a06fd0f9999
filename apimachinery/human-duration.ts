// Upstream: k8s.io/apimachinery pkg/util/duration/duration.go

const whole = (value: number): number => Math.trunc(value)
const pair = (a: number, unit: string, b: number, small: string): string =>
  b === 0 ? `${a}${unit}` : `${a}${unit}${b}${small}`

/** A duration in milliseconds in two or three figures, as an AGE column shows it: `47s`, `5m3s`, `3h`, `2d4h`, `3y27d`. */
export function humanDuration(ms: number): string {
  const seconds = whole(ms / 1000)
  if (seconds < -1) return '<invalid>'
  if (seconds < 0 || Object.is(seconds, -0)) return '0s'
  if (seconds < 120) return `${seconds}s`
  const minutes = whole(ms / 60_000)
  if (minutes < 10) return pair(minutes, 'm', seconds % 60, 's')
  if (minutes < 180) return `${minutes}m`
  const hours = whole(ms / 3_600_000)
  if (hours < 8) return pair(hours, 'h', minutes % 60, 'm')
  if (hours < 48) return `${hours}h`
  const days = whole(hours / 24)
  if (hours < 24 * 8) return pair(days, 'd', hours % 24, 'h')
  if (hours < 24 * 365 * 2) return `${days}d`
  const years = whole(days / 365)
  return hours < 24 * 365 * 8 ? pair(years, 'y', days % 365, 'd') : `${years}y`
}

/** The time since `time` as an AGE column shows it; `<unknown>` without a time. @param now milliseconds since the epoch */
export function ageOf(time: string | null | undefined, now: number): string {
  return new Ages(now).of(time)
}

/** The ages of objects at one moment, and the time at which the first of their texts changes. */
export class Ages {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** The time at which the first of these texts changes, in milliseconds since the epoch; Infinity where no age was asked for. */
  until = Number.POSITIVE_INFINITY

  constructor(now: number) {
    this.now = now
  }

  /** The time since `time`, as an AGE column shows it; `<unknown>` without a time. */
  of(time: string | null | undefined): string {
    if (time == null || time === '') return '<unknown>'
    const ms = this.now - Date.parse(time)
    this.until = Math.min(this.until, this.now + unchanged(ms))
    return humanDuration(ms)
  }
}

/** The milliseconds for which a {@link humanDuration} that grows stays the same text. */
function unchanged(ms: number): number {
  if (!(ms >= 0)) return 0
  const [, step] = steps.find(([below]) => ms < below)!
  return step - (ms % step)
}

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000]
/** Durations (milliseconds) up to which the text counts in the unit, and the units. */
const steps = [
  [10 * minute, second],
  [8 * hour, minute],
  [8 * day, hour],
  [Number.POSITIVE_INFINITY, day],
] as const
