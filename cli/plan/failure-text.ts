/** The message of the last log line that tells why a component ended. */
export function failureText(stderr: string): string {
  const line = stderr.trim().split('\n').at(-1) ?? ''
  const quoted = /err=("(?:[^"\\]|\\.)*")$/.exec(line)?.[1]
  return quoted === undefined ? line : (JSON.parse(quoted) as string)
}
