// Names of files that a shell of a container opens to write, which it marks with its own number.

/** The sign before a shell's number: a character of Unicode's private use, which no file's name has. */
const sign = '\uE000'
const marks = new RegExp(`(?:${sign}\\d+)+$`)

/** The mark that is put behind a path. @param shell the number of the shell's process */
export const markOf = (shell: number): string => `${sign}${shell}`

/** A path without its mark, and the number of the shell that marked it last. */
export function unmarked(path: string): { path: string; shell?: number } {
  const [found] = marks.exec(path) ?? []
  if (found === undefined) return { path }
  return { path: path.slice(0, -found.length), shell: Number(found.slice(found.lastIndexOf(sign) + 1)) }
}

/** A text without the lines that name a marked path. */
export const withoutMarked = (text: string): string =>
  text.includes(sign) ? text.replace(new RegExp(`^.*${sign}.*\n?`, 'gm'), '') : text
