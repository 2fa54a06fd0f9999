// Go's durations in what is decoded: component-base's, with the errors of a decoder
import { formatDuration, parseDuration } from '../../component-base/go/duration.ts'
import { DecodeError } from './decode-error.ts'

/** Nanoseconds of a Go duration such as `1h30m` or `-1.5s`. Throws a {@link DecodeError} with Go's text. */
export function parseGoDuration(text: string): number {
  try {
    return Math.round(parseDuration(text) * 1e6)
  } catch (error) {
    throw new DecodeError((error as Error).message)
  }
}

/** Nanoseconds as Go prints a duration: `1h30m0s`, `1.5s`, `250ms`, `0s`. */
export const formatGoDuration = (nanoseconds: number): string => formatDuration(nanoseconds / 1e6)

/** A duration as Go prints it: `90s` becomes `1m30s`. Throws with Go's text for what is no duration. */
export const canonicalDuration = (text: string): string => formatGoDuration(parseGoDuration(text))
