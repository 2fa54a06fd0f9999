import type { Cell, CellResult } from './cell.ts'
import { type MachineParts, runMarkdown } from './run-markdown.ts'
import { runModule } from './run-module.ts'
import type { Scenario } from './scenario.ts'
import type { Verdict } from './verdict.ts'

/** Runs the scenario in one cell. Never throws: whatever goes wrong is the cell's result. */
export async function runCell(scenario: Scenario, cell: Cell, parts: MachineParts): Promise<CellResult> {
  const start = performance.now()
  const verdict = await verdictOf(scenario, cell, parts)
  return resultOf(cell, verdict, performance.now() - start)
}

async function verdictOf(scenario: Scenario, cell: Cell, parts: MachineParts): Promise<Verdict> {
  try {
    return scenario.kind === 'module'
      ? await runModule(scenario, cell)
      : await runMarkdown(scenario, cell, parts)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const details = error instanceof Error ? error.stack : undefined
    return { holds: false, outcome: message.split('\n')[0]!, details, line: undefined }
  }
}

/** A cell that the policy does not support may fail. */
export function resultOf(cell: Cell, verdict: Verdict, milliseconds: number): CellResult {
  const { holds, outcome, details, line, sections } = verdict
  const status = holds ? 'passed' : cell.unsupported === undefined ? 'failed' : 'unsupported'
  return {
    cell,
    status,
    outcome,
    details,
    line,
    milliseconds,
    ...(sections === undefined ? {} : { sections }),
  }
}
