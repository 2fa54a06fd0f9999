// `kepsim skew SCENARIO`: a scenario over a matrix of releases and gates.
import { appendFileSync } from 'node:fs'
import { realClock } from '../component-base/clock.ts'
import { markdownTable, textTable } from '../component-base/text-table.ts'
import { InputError } from '../replay/input-error.ts'
import { inline, onGithub, withCommandsStopped } from '../replay/report/github.ts'
import { htmlReport } from '../replay/report/html/html-report.ts'
import { skewModel } from '../replay/report/html/skew-model.ts'
import { visibleText } from '../replay/report/visible-text.ts'
import { AxisError, type Matrix } from '../replay/skew/axes.ts'
import type { Cell, CellResult } from '../replay/skew/cell.ts'
import { skewJunit } from '../replay/skew/junit.ts'
import { cellsOf, type MatrixFacts, onlyCells, shardOf } from '../replay/skew/matrix.ts'
import { lineOfExport } from '../replay/skew/module-lines.ts'
import { runInPool, serveCells } from '../replay/skew/pool.ts'
import { type OwnMatrix, readMatrix } from '../replay/skew/read-matrix.ts'
import {
  githubAnnotations,
  jsonReport,
  reportTable,
  type SkewReport,
  skewExitCode,
  summaryLine,
} from '../replay/skew/report.ts'
import { runCell } from '../replay/skew/run-cell.ts'
import type { MachineParts } from '../replay/skew/run-markdown.ts'
import { loadScenario, type Scenario } from '../replay/skew/scenario.ts'
import { verdictOfError } from '../replay/skew/verdict.ts'
import type { Command } from './command.ts'
import { readCommandLine } from './command-line.ts'
import { createComponentRuntime } from './component-runtime.ts'
import { durationOption } from './duration-option.ts'
import { endedBySignals } from './ended-by-signals.ts'
import { errorText } from './error-text.ts'
import { recordedGateFacts } from './gate-facts.ts'
import { kubectlRunner } from './kubectl-option.ts'
import { skewLine } from './lines/skew.ts'
import { checkOutputFiles, writeOutput } from './output-files.ts'
import { readPlanOption } from './plan-option.ts'
import { rerunCells } from './rerun-cells.ts'
import { shortLived } from './short-lived.ts'
import { Progress } from './skew-progress.ts'
import { wholeNumber } from './whole-number.ts'

interface Flags {
  apiserver?: string
  kubelet?: string
  kubeProxy?: string
  emulated?: string
  minCompatibility?: string
  gates: string[]
  plan?: string
  unsupported?: boolean
  section?: string
  kubectl: string
  only?: string
  shard?: string
  rerun?: string
  failFast?: boolean
  workers: string
  cellTimeout: string
  list?: boolean
  junit?: string
  html?: string
  json?: string
  github?: boolean
  allowUnchecked?: boolean
  worker?: boolean
}

/** `kepsim skew`. Ends the process itself, since a scenario's module may keep it running. */
export const run: Command = async (args) => process.exit(await statusOf(args))

async function statusOf(args: string[]): Promise<number> {
  // The first signal ends the cells that run, and what is known is reported; a second one ends the process. Workers and their
  // temporary files go with it. Of a worker the terminal's signal is its pool's.
  const isWorker = args.includes('--worker')
  if (isWorker) process.on('SIGINT', () => {})
  const ended = isWorker ? undefined : endedBySignals()
  try {
    const code = await skewCommand(args, ended?.signal ?? new AbortController().signal)
    return ended?.exitCode() ?? code
  } catch (error) {
    process.stderr.write(errorText('skew', error))
    return 2
  }
}

async function skewCommand(args: string[], signal: AbortSignal): Promise<number> {
  const line = readCommandLine<Flags>(skewLine, args)
  if (line === undefined) return 0
  const { flags, words } = line
  const file = words[0]!
  const limits = {
    workers: wholeNumber(flags.workers, 'workers'),
    timeoutMs: durationOption('cell-timeout', flags.cellTimeout),
  }
  checkOutputFiles({ junit: flags.junit, html: flags.html, json: flags.json }, [file, flags.plan])
  const plan = await readPlanOption(flags.plan)
  const facts = recordedGateFacts(plan)
  const kubectl = await kubectlRunner(flags.kubectl)
  if (kubectl.note !== undefined && !flags.worker) process.stderr.write(`kepsim skew: ${kubectl.note}\n`)
  const runtime: MachineParts['runtime'] = (servers) => createComponentRuntime(plan, {}, servers)
  const parts: MachineParts = { runtime, kubectl: kubectl.run, facts }
  if (flags.list) return list(cellsOfFlags(await readMatrix(file, flags.section), flags, facts))
  const scenario = await loadScenario(file, flags.section)
  if (flags.worker) return serve(scenario, parts)
  process.once('uncaughtException', (error) => process.exit(uncaught(scenario, error)))
  const cells = cellsOfFlags(scenario, flags, facts)
  const report = await runMatrix(file, cells, flags, { ...limits, signal })
  await writeReports(report, flags)
  return skewExitCode(report, flags.allowUnchecked === true)
}

function cellsOfFlags(scenario: OwnMatrix, flags: Flags, facts: MatrixFacts): Cell[] {
  const all = cellsOf(matrixOf(scenario, flags, facts), facts, flags.unsupported)
  const cells = shardOf(rerunCells(onlyCells(all, flags.only), flags.rerun), flags.shard)
  if (cells.length === 0 && flags.shard === undefined)
    throw new InputError(
      '',
      undefined,
      'the version skew policy supports no cell of this matrix (--unsupported runs them)',
    )
  return cells
}

function list(cells: readonly Cell[]): number {
  process.stdout.write(cells.map((cell) => `${cell.id}\n`).join(''))
  return 0
}

async function serve(scenario: Scenario, parts: MachineParts): Promise<never> {
  await serveCells({
    run: (cell) => runCell(scenario, cell, parts),
    uncaught: (error) => verdictOfError(scenario, error),
  })
  return process.exit(0)
}

/** Only what a module does outside of its functions runs in this process. */
function uncaught(scenario: Scenario, error: Error): number {
  const line = scenario.kind === 'module' ? scenario.lineOf(error) : undefined
  const message =
    line === undefined ? error.stack : new InputError(scenario.file, line, error.message).located()
  process.stderr.write(`kepsim skew: ${message}\n`)
  return 2
}

/** The command line over what the scenario exports. */
function matrixOf(scenario: OwnMatrix, flags: Flags, facts: MatrixFacts): Matrix {
  const own = scenario.kind === 'module' ? checkedMatrix(scenario, facts) : {}
  const given = {
    apiserver: flags.apiserver,
    kubelet: flags.kubelet,
    kubeProxy: flags.kubeProxy,
    emulated: flags.emulated,
    minCompatibility: flags.minCompatibility,
    gates: flags.gates.length > 0 ? flags.gates : undefined,
  }
  return { ...own, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) }
}

/** What a module exports as `matrix` is its own mistake, wherever the command line has other releases. */
function checkedMatrix({ file, matrix }: OwnMatrix & { kind: 'module' }, facts: MatrixFacts): Matrix {
  try {
    cellsOf(matrix, facts)
    return matrix
  } catch (error) {
    if (!(error instanceof AxisError)) throw error
    throw new InputError(file, lineOfExport(file, 'matrix'), error.withoutOption)
  }
}

async function runMatrix(
  file: string,
  cells: Cell[],
  flags: Flags,
  limits: { workers: number; timeoutMs: number; signal: AbortSignal },
): Promise<SkewReport> {
  const start = performance.now()
  const progress = new Progress(cells.length, process.stderr, realClock)
  const results: CellResult[] = await runInPool(cells, {
    program: process.argv[1]!,
    args: [
      ...['skew', file, '--worker', '--kubectl', flags.kubectl],
      ...(flags.section === undefined ? [] : ['--section', flags.section]),
      ...(flags.plan === undefined ? [] : ['--plan', flags.plan]),
    ],
    execArgv: [...process.execArgv, ...shortLived],
    ...limits,
    failFast: flags.failFast === true,
    onResult: (result, done) => progress.show(result, done),
  })
  progress.clear()
  return { scenario: file, results, chosen: cells.length, milliseconds: performance.now() - start }
}

async function writeReports(report: SkewReport, flags: Flags): Promise<void> {
  const { header, rows } = reportTable(report.results)
  const github = onGithub(flags.github)
  const toStdout = flags.json === '-'
  const screen = toStdout ? process.stderr : process.stdout
  const write = (text: string): void => void screen.write(text)
  const show = async (): Promise<void> =>
    write(`${textTable(header, rows)}${reasons(report)}\n${summaryLine(report)}\n`)
  await (github ? withCommandsStopped(write, show) : show())
  if (github) screen.write(githubAnnotations(report))
  const summary = process.env['GITHUB_STEP_SUMMARY']
  if (github && summary !== undefined && summary !== '')
    appendFileSync(
      summary,
      `### ${inline(report.scenario)}\n\n${summaryLine(report)}\n\n${markdownTable(
        header.map(inline),
        rows.map((row) => row.map(inline)),
      )}\n`,
    )
  if (flags.junit !== undefined) writeOutput('--junit', flags.junit, skewJunit(report))
  if (flags.html !== undefined) writeOutput('--html', flags.html, htmlReport(skewModel(report)))
  const json = jsonReport(report, flags.allowUnchecked === true)
  if (toStdout) process.stdout.write(json)
  else if (flags.json !== undefined) writeOutput('--json', flags.json, json)
}

/** The whole reason of each cell that did not pass, equal ones once. */
function reasons({ scenario, results }: SkewReport): string {
  const byReason = new Map<string, CellResult[]>()
  for (const result of results.filter(({ status }) => status !== 'passed' && status !== 'unsupported')) {
    const reason = result.reason ?? result.details ?? result.outcome
    byReason.set(reason, [...(byReason.get(reason) ?? []), result])
  }
  return [...byReason]
    .map(([, [first, ...others]]) => {
      const reason = first!.details ?? first!.outcome
      const place = first!.line === undefined ? scenario : `${scenario}:${first!.line}`
      const more = others.length === 0 ? '' : ` and ${others.length} more`
      const { printed } = first!
      const output =
        printed === undefined ? '' : `  It printed:\n${printed.trimEnd().replace(/^/gm, '    ')}\n`
      return visibleText(
        `\n${first!.status} ${place}: ${first!.cell.id}${more}\n${reason.replace(/^/gm, '  ')}\n${output}`,
      )
    })
    .join('')
}
