// Outputs of which nothing has to be as it is shown: addresses, names that are drawn by chance, times.

const linesOf = (lines: readonly string[]): string[] =>
  lines.map((line) => line.trim()).filter((line) => line !== '')

/** Whether an output is what a document shows, to the letter: then it was compared, though another cluster may have it otherwise. */
export function isExactly(lines: readonly string[], text: string): boolean {
  const shown = linesOf(lines)
  return shown.length > 0 && shown.join('\n') === linesOf(text.split('\n')).join('\n')
}
