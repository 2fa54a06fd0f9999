import { formatDuration, parseDuration } from '../../component-base/go/duration.ts'

/** Milliseconds of a canonical text. */
export const milliseconds = (text: string | null): number => (text === null ? 0 : parseDuration(text))

/** Milliseconds as Go's canonical text: `1m30s`. */
export const durationText = (ms: number): string => formatDuration(ms)
