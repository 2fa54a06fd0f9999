import type { Difference } from './difference.ts'

export function differenceMessage({ expected, actual }: Difference, program: string): string {
  if (expected === '') return `${program} also prints a line that the document does not show`
  return actual === undefined ? `${program} does not print this line` : `${program} prints something else`
}

/** The end of what a command said, or its lines that tell of an error. */
export function lastLines(text: string): string {
  const lines = text.trim().split('\n')
  const telling = lines.filter((l) => /command failed|^Error|^error|^panic:/.test(l))
  return (telling.length > 0 ? telling : lines).slice(-3).join('\n')
}
