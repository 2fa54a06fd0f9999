/** A line of a component's stderr. */
export interface LogLine {
  /** klog's severity; `-` for a line without klog's header. */
  severity: 'I' | 'W' | 'E' | 'F' | '-'
  /** Without klog's header. */
  message: string
}

const header = /^([IWEF])\d{4} \d{2}:\d{2}:\d{2}\.\d+ +\d+ [^\]]*\] /

/** The lines of a klog text log; a line that continues a message counts as a line of its own. */
export const parseLog = (stderr: string): LogLine[] =>
  stderr
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const match = header.exec(line)
      if (match === null) return { severity: '-', message: line }
      return { severity: match[1] as LogLine['severity'], message: line.slice(match[0].length) }
    })

/** The lines that tell why a program ended: cobra's `Error: …`, klog's errors, a panic. */
export const errorLines = (log: readonly LogLine[]): string[] =>
  log
    .filter(
      (l) =>
        l.severity === 'E' ||
        l.severity === 'F' ||
        (l.severity === '-' && /^(Error: |panic: )/.test(l.message)),
    )
    .map((l) => l.message)
