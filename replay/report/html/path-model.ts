// The hops of a path as the report's model.
import { worstOf } from '../../outcome.ts'
import type { FieldChange } from '../../path/changes.ts'
import { reasonLines, refusalLines } from '../../path/field-reason.ts'
import { changeWord } from '../../path/hop-text.ts'
import type { HopResult } from '../../path/path-result.ts'
import type { Checked } from '../../path/path-scenario.ts'
import { hopResult, type OrderedRun, verdictOf } from '../../path/path-verdict.ts'
import type { DiffLine, HtmlReport, ReportCommand, ReportFinding, ReportRun, ReportStep } from './model.ts'
import { pathTimeline } from './path-timeline.ts'
import { reportStep } from './replay-model.ts'

/** A run for each order of the components; a step for each hop. @param scenario its file */
export function pathModel(
  releases: readonly string[],
  runs: readonly OrderedRun[],
  scenario?: string,
): HtmlReport {
  const { status, text } = verdictOf(runs)
  return {
    title: releases.join(' → '),
    verdict: status,
    summary: scenario === undefined ? text : `${scenario}: ${text}`,
    runs: runs.map((run) => runOf(releases[0]!, run, runs[0], scenario ?? '')),
  }
}

function runOf(first: string, run: OrderedRun, prescribed: OrderedRun | undefined, file: string): ReportRun {
  const results = run.hops.map((_hop, i) => hopResult(run, i, prescribed))
  const all = [
    ...(run.setup === undefined ? [] : [run.setup.status]),
    ...results.filter((result) => result !== 'unsupported'),
    ...(run.ended === true ? (['could not run'] as const) : []),
  ]
  const worst = worstOf(all)
  return {
    title: run.order === undefined ? 'In the prescribed order' : run.order.join(', then '),
    verdict: worst === 'passed' && results.includes('unsupported') ? 'unsupported' : worst,
    timeline: pathTimeline(first, run),
    findings: run.setup === undefined ? [] : checkedFindings(run.setup, file),
    steps: run.hops.map((hop, i) => stepOf(hop, results[i]!, file)),
  }
}

function stepOf(hop: HopResult, status: ReportStep['verdict'], file: string): ReportStep {
  const told = [
    ...hop.unsupported.map((problem) => `on the way ${problem}`),
    ...hop.warnings,
    ...hop.refused.flatMap(({ object, message, reasons }) => [
      `${object} would be refused: ${message}`,
      ...refusalLines(reasons).map((line) => `${object} ${line}`),
    ]),
  ]
  const steps = hop.steps.map((step) => reportStep(file, step))
  return {
    title: `${hop.from} → ${hop.to}`,
    verdict: status,
    checks: hop.steps.flatMap(({ checks }) => checks),
    commands: [...hop.changes.map(changeView), ...steps.flatMap((step) => step.commands)],
    findings: [
      ...checkedFindings(hop, file),
      ...told.map((message) => ({ outcome: 'note' as const, message })),
    ],
  }
}

/** The steps tell more of what did not pass, where there are some. */
function checkedFindings({ status, outcome, steps }: Checked, file: string): ReportFinding[] {
  const found = steps.flatMap((step) => reportStep(file, step).findings)
  return status === 'passed' || found.some((finding) => finding.outcome === status)
    ? found
    : [{ outcome: status, message: outcome }, ...found]
}

function changeView(change: FieldChange): ReportCommand {
  const { kind, object, field, before, after, reason } = change
  const output: DiffLine[] =
    field === ''
      ? []
      : [
          ...lines('missing', kind === 'defaulted' ? undefined : before),
          ...lines('extra', kind === 'hidden' || kind === 'dropped' ? undefined : after),
        ]
  const text = `${changeWord(change)}: ${object} ${field}`.trimEnd()
  const why = reason === undefined ? [] : reasonLines(reason)
  return { text: [text, ...why].join('\n'), exitCode: 0, output, compared: true, typed: false }
}

function lines(kind: DiffLine['kind'], value: unknown): DiffLine[] {
  if (value === undefined) return []
  return (JSON.stringify(value, undefined, 2) ?? '').split('\n').map((text) => ({ kind, text }))
}
