// Ports of the author's computer that `kubectl port-forward` opens, where it could not run.
import type { Finding } from '../outcome.ts'
import type { Ran } from './ran.ts'
import type { SectionLines } from './section-lines.ts'
import { dependent } from './standing.ts'

const forwarded = /\bport-forward\s[^|;&\n]{0,300}?\s(\d{1,5})(?::\d{1,5})?(?=\s|$)/
const ownPort = /\b(?:localhost|127\.0\.0\.1):(\d{1,5})\b/

/** Notes the port that a command was to open and did not; nothing of one that opens none. */
export function noteUnopened({ text, line }: Ran, lines: SectionLines): void {
  const port = forwarded.exec(text)?.[1]
  if (port !== undefined) lines.note('opens no port', line, port)
}

/** That a request failed which asks a port that a command above it could not open; undefined: no such port. */
export function unforwarded({ text, line, exitCode }: Ran, lines: SectionLines): Finding | undefined {
  const port = exitCode === 0 ? undefined : ownPort.exec(text)?.[1]
  const opens = port === undefined ? undefined : lines.first('opens no port', port)
  return opens === undefined ? undefined : dependent(line, opens.line)
}
