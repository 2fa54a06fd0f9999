// A reader looks again before they say that something does not come about.
import type { Machine } from '../machine/machine.ts'

/** Milliseconds between looks. Where time passes only while somebody waits, a minute costs nothing. */
export const patient: readonly number[] = [250, 500, 1000, 2000, 4000, 8000, 15_000, 30_000]
export const impatient: readonly number[] = [250, 250, 250, 250, 250, 250, 250, 250]

/**
 * Looks until it holds, or has waited long enough.
 * @param look what is seen; `again` from the second time on
 */
export async function lookUntil<T>(
  { options: { clock, waits = clock } }: Machine,
  pauses: readonly number[],
  look: (again: boolean) => Promise<T>,
  holds: (seen: T) => boolean,
): Promise<T> {
  let seen = await look(false)
  for (const pause of pauses) {
    if (holds(seen)) return seen
    await new Promise<void>((resolve) => void waits.setTimeout(resolve, pause))
    seen = await look(true)
  }
  return seen
}
