// Writes what really happened into the document: only lines of output that differ change.
import { isElision } from '../compare.ts'
import type { Document } from '../document.ts'
import { type CommandRecord, type Finding, type ReplayResult, stepsOfResult } from '../outcome.ts'

/** The document's text with the outputs that differed replaced. */
export function updatedDocument(document: Document, result: ReplayResult): string {
  const lines: (string | string[])[] = [...document.source]
  for (const step of stepsOfResult(result)) {
    for (const command of step.commands) {
      const found = step.findings.filter((finding) => isOf(finding, command))
      const differences = found.filter(({ outcome }) => outcome === 'differs')
      // What a command says that could not run is nothing that a document has to show.
      const ran = found.every(({ outcome }) => outcome !== 'could not run')
      if (command.shown === undefined || !command.asserted || !ran) continue
      const shown = differences.filter(({ line }) => inOutput(line, command))
      if (shown.length === 0) continue
      if (command.shown.lines.some(isElision)) for (const finding of shown) replaceLine(lines, finding)
      else replaceBlock(lines, command)
    }
  }
  return lines.flat().join('\n')
}

const isOf = ({ line }: Finding, command: CommandRecord): boolean =>
  line === command.line || inOutput(line, command)

const inOutput = (line: number, { shown }: CommandRecord): boolean =>
  shown !== undefined && line >= shown.line && line < shown.line + shown.lines.length

function replaceLine(lines: (string | string[])[], { line, expected, actual }: Finding): void {
  const old = lines[line - 1]
  // A line that the document does not show has no place among those that it leaves out.
  if (expected === undefined || expected === '' || actual === undefined || typeof old !== 'string') return
  if (old.trimEnd().endsWith(expected))
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
