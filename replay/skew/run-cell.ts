import { visibleLine } from '../report/visible-text.ts'
import type { Cell, CellResult, CellStatus } from './cell.ts'
import { type Judgement, judgedUnsupported } from './judge.ts'
import { type MachineParts, runMarkdown } from './run-markdown.ts'
import { runModule } from './run-module.ts'
import type { Scenario } from './scenario.ts'
import { type Verdict, verdictOfError } from './verdict.ts'

/** Runs the scenario in one cell. Never throws: whatever goes wrong is the cell's result. */
export async function runCell(scenario: Scenario, cell: Cell, parts: MachineParts): Promise<CellResult> {
  const start = performance.now()
  const { status, verdict } = await judged(scenario, cell, parts).catch((error: unknown): Judgement => {
    const verdict = verdictOfError(scenario, error)
    return { status: verdict.status, verdict }
  })
  return resultOf(cell, status, verdict, performance.now() - start)
}

async function judged(scenario: Scenario, cell: Cell, parts: MachineParts): Promise<Judgement> {
  const run = (one: Cell): Promise<Verdict> =>
    verdictOf(scenario, one, parts).catch((error: unknown) => verdictOfError(scenario, error))
  const verdict = await run(cell)
  if (cell.unsupported === undefined) return { status: verdict.status, verdict }
  const breaks = scenario.kind === 'module' ? scenario.breaks?.(cell) : undefined
  return judgedUnsupported(cell, verdict, { breaks, run, plan: parts.facts.plan })
}

const verdictOf = (scenario: Scenario, cell: Cell, parts: MachineParts): Promise<Verdict> =>
  scenario.kind === 'module' ? runModule(scenario, cell, parts.facts) : runMarkdown(scenario, cell, parts)

/** The result of a cell from its verdict; the outcome becomes one line. */
export const resultOf = (
  cell: Cell,
  status: CellStatus,
  { outcome, details, reason, line, sections }: Verdict,
  milliseconds: number,
): CellResult => ({
  cell,
  status,
  outcome: visibleLine(outcome.replace(/\s*\n\s*/g, ' ')),
  details,
  ...(reason === undefined ? {} : { reason }),
  line,
  milliseconds,
  ...(sections === undefined ? {} : { sections }),
})
