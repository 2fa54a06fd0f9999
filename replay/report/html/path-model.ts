// The hops of a path as the report's model.
import type { FieldChange } from '../../path/changes.ts'
import { explainField } from '../../path/explain-field.ts'
import type { HopResult } from '../../path/run-path.ts'
import type { DiffLine, HtmlReport, ReportCommand, ReportRun, ReportStep, Timeline } from './model.ts'

export interface PathRunResult {
  /** Undefined: the prescribed order of each hop. */
  order: readonly string[] | undefined
  hops: readonly HopResult[]
}

/** A run for each order of the components; a step for each hop. */
export function pathModel(releases: readonly string[], runs: readonly PathRunResult[]): HtmlReport {
  const hops = runs.flatMap((run) => run.hops)
  const held = hops.filter((hop) => hop.holds).length
  return {
    title: releases.join(' → '),
    verdict: held === hops.length ? 'passed' : 'failed',
    summary: `${held} of ${hops.length} hops hold`,
    runs: runs.map((run) => runOf(releases[0]!, run)),
  }
}

function runOf(first: string, { order, hops }: PathRunResult): ReportRun {
  return {
    title: order === undefined ? 'In the prescribed order' : order.join(', then '),
    verdict: hops.every((hop) => hop.holds) ? 'passed' : 'failed',
    timeline: timelineOf(first, hops),
    steps: hops.map(stepOf),
  }
}

function stepOf(hop: HopResult): ReportStep {
  const skew = hop.unsupported.map((problem) => `on the way ${problem}`)
  return {
    title: `${hop.from} → ${hop.to}`,
    verdict: hop.holds ? 'passed' : 'failed',
    commands: hop.changes.map(changeView),
    findings: [
      ...(hop.holds ? [] : [{ severity: 'error' as const, message: hop.outcome }]),
      ...[...skew, ...hop.warnings].map((message) => ({ severity: 'warning' as const, message })),
    ],
  }
}

function changeView({ kind, object, field, before, after }: FieldChange): ReportCommand {
  const whole = field === ''
  const output: DiffLine[] = whole
    ? []
    : [
        ...lines('missing', kind === 'defaulted' ? undefined : before),
        ...lines('extra', kind === 'hidden' || kind === 'dropped' ? undefined : after),
      ]
  const why = explainField(object.split(' ')[0]!, field)
  const word = whole && kind === 'defaulted' ? 'added' : kind
  const text = `${word}: ${object} ${field}`.trimEnd()
  return {
    text: why === undefined ? text : `${text}\n${why}`,
    exitCode: 0,
    output,
    compared: true,
    typed: false,
  }
}

function lines(kind: DiffLine['kind'], value: unknown): DiffLine[] {
  if (value === undefined) return []
  return (JSON.stringify(value, undefined, 2) ?? '').split('\n').map((text) => ({ kind, text }))
}

function timelineOf(first: string, hops: readonly HopResult[]): Timeline {
  const movers = [...new Set(hops.flatMap((hop) => hop.order))]
  const fields = new Map<string, (unknown | undefined)[]>()
  for (const [i, hop] of hops.entries())
    for (const change of hop.changes) {
      if (change.field === '') continue
      const name = `${change.object} ${change.field}`
      const values = fields.get(name) ?? Array.from({ length: i + 1 }, () => change.before)
      fields.set(name, values)
      while (values.length < i + 1) values.push(values.at(-1))
      values[i + 1] = change.kind === 'hidden' || change.kind === 'dropped' ? undefined : change.after
    }
  return {
    moments: [first, ...hops.map((hop) => `${hop.from} → ${hop.to}`)],
    lanes: [
      ...movers.map((name) => ({
        name,
        kind: 'component' as const,
        values: [first, ...hops.map((hop) => hop.to)].map((text) => ({ text, notes: [] })),
      })),
      ...[...fields].map(([name, values]) => ({
        name,
        kind: 'field' as const,
        values: [0, ...hops.keys()].map((_hop, i) => {
          const value = i < values.length ? values[i] : values.at(-1)
          return value === undefined ? undefined : { text: JSON.stringify(value), notes: [] }
        }),
      })),
    ],
  }
}
