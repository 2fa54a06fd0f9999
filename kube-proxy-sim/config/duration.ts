import { formatDuration, parseDuration } from '../../component-base/go/duration.ts'

/** The milliseconds of a Go duration; 0 for null. Throws Go's text for what is no duration. */
export const milliseconds = (text: string | null): number => (text === null ? 0 : parseDuration(text))

/** Milliseconds as Go's canonical text: `1m30s`. */
export const durationText = (ms: number): string => formatDuration(ms)
