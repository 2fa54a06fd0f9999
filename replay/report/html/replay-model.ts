// The result of a replay as the report's model.
import { comparedText } from '../../observe.ts'
import {
  type CommandRecord,
  exitCodeOf,
  type Finding,
  type ReplayResult,
  type SectionResult,
  type StepResult,
} from '../../outcome.ts'
import { diffLines, plainLines } from './diff-lines.ts'
import type { HtmlReport, ReportCommand, ReportFinding, ReportRun, ReportStep, Verdict } from './model.ts'
import { timelineOf } from './replay-timeline.ts'

export function replayModel(result: ReplayResult): HtmlReport {
  const steps = result.sections.flatMap((section) => section.steps)
  const verdicts: readonly Verdict[] = ['passed', 'failed', 'blocked']
  return {
    title: result.file,
    verdict: verdicts[exitCodeOf(result)]!,
    summary: `${counts(steps)}, in ${(result.milliseconds / 1000).toFixed(2)} s`,
    runs: result.sections.map((section) => sectionRun(result.file, section)),
  }
}

function counts(steps: readonly StepResult[]): string {
  const passed = steps.filter((step) => step.status === 'passed').length
  const warnings = steps.flatMap((step) => step.findings).filter((f) => f.severity === 'warning').length
  const parts = [`${passed} of ${steps.length} steps passed`]
  if (warnings > 0) parts.push(`${warnings} warning${warnings === 1 ? '' : 's'}`)
  return parts.join(', ')
}

export function sectionRun(file: string, section: SectionResult): ReportRun {
  const { steps, title, line } = section
  return {
    title: title === '' ? file : title,
    verdict: verdictOf(steps),
    place: `${file}:${line}`,
    timeline: timelineOf(steps),
    steps: steps.map((step) => reportStep(file, step)),
  }
}

function verdictOf(steps: readonly StepResult[]): Verdict {
  if (steps.some(isBlocked)) return 'blocked'
  return steps.every((step) => step.status === 'passed') ? 'passed' : 'failed'
}

const isBlocked = (step: StepResult): boolean =>
  step.status === 'blocked' || step.findings.some((finding) => finding.blocking === true)

export function reportStep(file: string, step: StepResult): ReportStep {
  return {
    title: `${step.number}. ${step.title}`,
    verdict: isBlocked(step) ? 'blocked' : step.status,
    place: `${file}:${step.line}`,
    milliseconds: step.milliseconds,
    commands: step.commands.map((command) => reportCommand(file, command, step.findings)),
    findings: step.findings.map((finding) => reportFinding(file, finding)),
  }
}

function reportCommand(file: string, command: CommandRecord, findings: readonly Finding[]): ReportCommand {
  const { text, line, exitCode, shown, typed } = command
  const output =
    shown === undefined
      ? plainLines(command.stderr + command.stdout)
      : diffLines(
          shown.lines,
          shown.line,
          comparedText(command, shown.lines),
          findings.filter((finding) => finding.expected !== undefined),
        )
  const told = typed === undefined ? {} : { typed }
  return { text, place: `${file}:${line}`, exitCode, output, compared: shown !== undefined, ...told }
}

function reportFinding(
  file: string,
  { line, severity, message, expected, actual, why }: Finding,
): ReportFinding {
  return {
    severity,
    place: `${file}:${line}`,
    message,
    ...(expected === undefined ? {} : { expected }),
    ...(actual === undefined ? {} : { actual }),
    ...(why === undefined ? {} : { why }),
  }
}
