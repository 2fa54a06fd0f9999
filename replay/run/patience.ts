// A reader looks again before they say that something does not come about.
import type { ServerChanges } from './server-changes.ts'

/** Milliseconds at least between looks. Where time passes only while somebody waits, a minute costs nothing. */
export const patient: readonly number[] = [250, 500, 1000, 2000, 4000, 8000, 15_000, 30_000]
/** The pauses between looks at what does not hold yet, in milliseconds: eight looks within two seconds. */
export const impatient: readonly number[] = [250, 250, 250, 250, 250, 250, 250, 250]

/**
 * Looks until it holds: again when something was written, and once more when all the time is over, for what no server knows of
 * (logs, metrics).
 * @param look what is seen; `again` from the second time on
 */
export async function lookUntil<T>(
  changes: ServerChanges,
  pauses: readonly number[],
  look: (again: boolean) => Promise<T>,
  holds: (seen: T) => boolean,
): Promise<T> {
  const { waits } = changes
  const end = waits.now() + pauses.reduce((sum, pause) => sum + pause, 0)
  const left = (): number => end - waits.now()
  let count = await changes.count()
  let seen = await look(false)
  for (const pause of pauses) {
    if (holds(seen) || left() <= 0) return seen
    await new Promise<void>((resolve) => void waits.setTimeout(resolve, Math.min(pause, left())))
    await changes.since(count, left())
    count = await changes.count()
    seen = await look(true)
  }
  return seen
}
