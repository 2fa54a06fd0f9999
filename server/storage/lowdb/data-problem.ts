/** Damage in a data directory: bytes that are not those that were written. */
export interface DataProblem {
  /** The path of the damaged file. */
  path: string
  /** Bytes from the start of the file; undefined: the file as a whole. */
  offset?: number
  /** Counted from 1. */
  line?: number
  /** The problem as a clause: `this record is damaged`. */
  text: string
  /** The data that is lost, as far as it is known: `revision 7 of /registry/configmaps/ns/a`. */
  lost?: string
}

/** `FILE:LINE: at byte N: what is wrong`. */
export const problemText = ({ path, offset, line, text, lost }: DataProblem): string =>
  `${path}${line === undefined ? '' : `:${line}`}: ${text}${offset === undefined ? '' : ` (at byte ${offset})`}${lost === undefined ? '' : `; it looks like ${lost}`}`

/** A data directory that cannot be used. The message is for users. */
export class DataDirectoryError extends Error {}

/** A damaged snapshot or journal. The message names the file, the line, the byte and what to do. */
export class CorruptDataError extends DataDirectoryError {}

/** The error of a damaged data directory. @param problems at least one */
export function corruptDirectory(directory: string, problems: readonly DataProblem[]): CorruptDataError {
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''
  return new CorruptDataError(
    `${problemText(problems[0]!)}${more}; nothing was changed. 'kepsim data check ${directory}' tells all of it; a copy from a backup is best, and 'kepsim data salvage ${directory}' keeps what is whole`,
  )
}
