// The hops of a path as the report's model.
import type { FieldChange } from '../../path/changes.ts'
import { reasonLines } from '../../path/field-reason.ts'
import { changeWord } from '../../path/hop-text.ts'
import type { HopResult } from '../../path/path-result.ts'
import { hopStatus, type OrderedRun, verdictOf } from '../../path/path-verdict.ts'
import type { DiffLine, HtmlReport, ReportCommand, ReportFinding, ReportRun, ReportStep } from './model.ts'
import { pathTimeline } from './path-timeline.ts'
import { reportStep } from './replay-model.ts'

/** A run for each order of the components; a step for each hop. @param scenario its file */
export function pathModel(
  releases: readonly string[],
  runs: readonly OrderedRun[],
  scenario?: string,
): HtmlReport {
  const { holds, text } = verdictOf(runs)
  return {
    title: releases.join(' → '),
    verdict: holds ? 'passed' : 'failed',
    summary: scenario === undefined ? text : `${scenario}: ${text}`,
    runs: runs.map((run) => runOf(releases[0]!, run, runs[0], scenario ?? '')),
  }
}

function runOf(first: string, run: OrderedRun, prescribed: OrderedRun | undefined, file: string): ReportRun {
  const statuses = run.hops.map((_hop, i) => hopStatus(run, i, prescribed))
  return {
    title: run.order === undefined ? 'In the prescribed order' : run.order.join(', then '),
    verdict:
      statuses.find((status) => status === 'failed') ?? statuses.find((s) => s !== 'passed') ?? 'passed',
    timeline: pathTimeline(first, run),
    steps: run.hops.map((hop, i) => stepOf(hop, statuses[i]!, file)),
  }
}

function stepOf(hop: HopResult, status: ReportStep['verdict'], file: string): ReportStep {
  const told = [
    ...hop.unsupported.map((problem) => `on the way ${problem}`),
    ...hop.warnings,
    ...hop.refused.map(({ object, message }) => `${object} would be refused: ${message}`),
  ]
  const steps = hop.steps.map((step) => reportStep(file, step))
  return {
    title: `${hop.from} → ${hop.to}`,
    verdict: status,
    commands: [...hop.changes.map(changeView), ...steps.flatMap((step) => step.commands)],
    findings: [
      ...(hop.holds ? [] : outcomeFindings(hop, steps)),
      ...told.map((message) => ({ severity: 'warning' as const, message })),
    ],
  }
}

/** The steps tell more of what does not hold, where there are some. */
function outcomeFindings(hop: HopResult, steps: readonly ReportStep[]): ReportFinding[] {
  const found = steps.flatMap((step) => step.findings)
  return found.some(({ severity }) => severity === 'error')
    ? found
    : [{ severity: 'error', message: hop.outcome }, ...found]
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
