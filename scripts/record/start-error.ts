/** The error that the log of a failing start ends with: several lines stand between `<` and `>`, one is quoted; undefined: there is none. */
export function startError(stderr: string): string | undefined {
  const lines = /"command failed" err=<\n([\s\S]*?)\n >/.exec(stderr)?.[1]
  if (lines !== undefined) return lines.replace(/^\t/gm, '')
  const quoted = /"command failed" err=("(?:[^"\\]|\\.)*")/.exec(stderr)?.[1]
  return quoted === undefined ? undefined : (JSON.parse(quoted) as string)
}
