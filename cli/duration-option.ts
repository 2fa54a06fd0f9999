import { parseDuration } from '../component-base/go/duration.ts'
import { InputError } from '../replay/input-error.ts'

/** Of timers. */
const longest = 2 ** 31 - 1

/**
 * The value of `--name` in milliseconds: a duration (`90s`), or a number of seconds. @param zero the meaning of 0, where it is a
 * value. Throws InputError.
 */
export function durationOption(name: string, text: string, zero?: string): number {
  try {
    const ms = /^\d+$/.test(text) ? Number(text) * 1000 : parseDuration(text)
    if (ms > 0 || (ms === 0 && zero !== undefined)) return Math.min(ms, longest)
  } catch {
    // Told below.
  }
  const more = zero === undefined ? '' : ` (0: ${zero})`
  throw new InputError('', undefined, `--${name} ${text}: write a duration, as 90s or 10m${more}`)
}
