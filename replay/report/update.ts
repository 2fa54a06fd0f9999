// Writes what really happened into the document: only lines of output change.
import { isElision } from '../compare.ts'
import type { Document } from '../document.ts'
import type { CommandRecord, ReplayResult } from '../outcome.ts'

/** The document's text with the outputs that differed replaced. */
export function updatedDocument(document: Document, result: ReplayResult): string {
  const lines: (string | string[])[] = [...document.source]
  for (const step of result.sections.flatMap((s) => s.steps)) {
    for (const command of step.commands) {
      const findings = step.findings.filter((f) => f.severity === 'error' && inside(f.line, command))
      if (command.shown === undefined || !command.asserted || findings.length === 0) continue
      if (command.shown.lines.some(isElision)) {
        for (const f of findings)
          if (f.expected !== undefined && f.actual !== undefined)
            replaceLine(lines, f.line, f.expected, f.actual)
      } else replaceBlock(lines, command)
    }
  }
  return lines.flat().join('\n')
}

const inside = (line: number, command: CommandRecord): boolean =>
  command.shown !== undefined &&
  line >= command.shown.line &&
  line < command.shown.line + command.shown.lines.length

function replaceLine(lines: (string | string[])[], line: number, expected: string, actual: string): void {
  const old = lines[line - 1]
  if (typeof old === 'string' && old.trimEnd().endsWith(expected))
    lines[line - 1] = old.slice(0, old.trimEnd().length - expected.length) + actual
}

function replaceBlock(lines: (string | string[])[], command: CommandRecord): void {
  const shown = command.shown!
  const first = lines[shown.line - 1]
  if (typeof first !== 'string') return
  const indent = first.endsWith(shown.lines[0]!) ? first.slice(0, first.length - shown.lines[0]!.length) : ''
  const text = (command.exitCode === 0 ? command.stdout : command.stderr + command.stdout).replace(/\n+$/, '')
  lines[shown.line - 1] = text.split('\n').map((l) => (l === '' ? indent.trimEnd() : indent + l))
  for (let i = 1; i < shown.lines.length; i++) lines[shown.line - 1 + i] = []
}
