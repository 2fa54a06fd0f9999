import type { Cell, CellResult, CellStatus } from './cell.ts'
import { judgedUnsupported } from './judge.ts'
import { type MachineParts, runMarkdown } from './run-markdown.ts'
import { runModule } from './run-module.ts'
import type { Scenario } from './scenario.ts'
import type { Verdict } from './verdict.ts'

/** Runs the scenario in one cell. Never throws: whatever goes wrong is the cell's result. */
export async function runCell(scenario: Scenario, cell: Cell, parts: MachineParts): Promise<CellResult> {
  const start = performance.now()
  const run = (one: Cell): Promise<Verdict> => verdictOf(scenario, one, parts)
  const verdict = await run(cell)
  const milliseconds = (): number => performance.now() - start
  if (cell.unsupported === undefined)
    return resultOf(cell, verdict.holds ? 'passed' : 'failed', verdict, milliseconds())
  const breaks = scenario.kind === 'module' ? scenario.breaks?.(cell) : undefined
  const judged = await judgedUnsupported(cell, verdict, { breaks, run })
  return resultOf(cell, judged.status, judged.verdict, milliseconds())
}

async function verdictOf(scenario: Scenario, cell: Cell, parts: MachineParts): Promise<Verdict> {
  try {
    return scenario.kind === 'module'
      ? await runModule(scenario, cell, parts.facts)
      : await runMarkdown(scenario, cell, parts)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const details = error instanceof Error ? error.stack : undefined
    return { holds: false, outcome: message.split('\n')[0]!, details, line: undefined }
  }
}

export const resultOf = (
  cell: Cell,
  status: CellStatus,
  { outcome, details, line, sections }: Verdict,
  milliseconds: number,
): CellResult => ({
  cell,
  status,
  outcome,
  details,
  line,
  milliseconds,
  ...(sections === undefined ? {} : { sections }),
})
