// Upstream: pkg/controller/cronjob/utils.go
import type { Schedule } from '../../component-base/cron/schedule.ts'

/** The times at which a CronJob was due and did not run. */
export interface Missed {
  /** The newest time that a job is due; undefined: none yet. Milliseconds since the epoch. */
  mostRecent?: number
  /** The time after which scheduled times are looked for. */
  earliest: number
  count: number
}

/** The times since `earliest` at which a schedule was due. Throws for a schedule that never is. */
export function missedSchedules(schedule: Schedule, earliest: number, now: number): Missed {
  const first = schedule.next(earliest)
  const second = first === undefined ? undefined : schedule.next(first)
  if (first === undefined || second === undefined)
    throw new Error('time difference between two schedules is less than 1 second')
  if (now < first) return { earliest, count: 0 }
  if (now < second) return { earliest, mostRecent: first, count: 0 }
  const interval = second - first
  const count = Math.floor((now - first) / interval) + 1
  // Schedules are not even: the last ones are looked at one by one.
  let mostRecent: number | undefined
  for (
    let t = schedule.next(first + (count - 2) * interval);
    t !== undefined && t <= now;
    t = schedule.next(t)
  )
    mostRecent = t
  return { earliest, count, ...(mostRecent === undefined ? {} : { mostRecent }) }
}

/** Clocks of machines differ a little. */
const skewMs = 100

/** Milliseconds until the schedule is due next. */
export function untilNext(schedule: Schedule, earliest: number, now: number): number {
  const { mostRecent, count } = missedSchedules(schedule, earliest, now)
  const from = mostRecent ?? (count === 0 ? earliest : now)
  return (schedule.next(from) ?? now) + skewMs - now
}
