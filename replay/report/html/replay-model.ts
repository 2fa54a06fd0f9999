// The result of a replay as the report's model.
import { comparedText } from '../../observe.ts'
import {
  type CommandRecord,
  type Finding,
  type ReplayResult,
  type SectionResult,
  type StepResult,
  stepsOfResult,
  worstOf,
} from '../../outcome.ts'
import { countsText, stepName } from '../outcome-words.ts'
import { diffLines, plainLines } from './diff-lines.ts'
import type { HtmlReport, ReportCommand, ReportFinding, ReportRun, ReportStep } from './model.ts'
import { timelineOf } from './replay-timeline.ts'

/** The report of a replay. */
export function replayModel(result: ReplayResult): HtmlReport {
  const steps = stepsOfResult(result)
  const all = steps.map(({ outcome }) => outcome)
  const compared = steps.reduce((sum, { checks }) => sum + checks.length, 0)
  return {
    title: result.file,
    verdict: worstOf(all),
    summary: `${countsText(all)} (${compared} compared), in ${(result.milliseconds / 1000).toFixed(2)} s`,
    notes: result.notes,
    runs: result.sections.map((section) => sectionRun(result.file, section)),
  }
}

/** A section as a run of a report. @param file the document, for places */
export function sectionRun(file: string, section: SectionResult): ReportRun {
  const { steps, title, line } = section
  return {
    title: title === '' ? file : title,
    verdict: worstOf(steps.map(({ outcome }) => outcome)),
    place: `${file}:${line}`,
    timeline: timelineOf(steps),
    steps: steps.map((step) => reportStep(file, step)),
  }
}

/** A step of the report. @param file the document, for places */
export function reportStep(file: string, step: StepResult): ReportStep {
  return {
    title: stepName(step),
    verdict: step.outcome,
    place: `${file}:${step.line}`,
    milliseconds: step.milliseconds,
    checks: step.checks,
    commands: step.commands.map((command) => reportCommand(file, command, step.findings)),
    findings: step.findings.map((finding) => reportFinding(file, finding)),
  }
}

function reportCommand(file: string, command: CommandRecord, findings: readonly Finding[]): ReportCommand {
  const { text, line, exitCode, shown, typed, packets } = command
  const output =
    shown === undefined
      ? plainLines(command.stderr + command.stdout)
      : diffLines(
          shown.lines,
          shown.line,
          comparedText(command, shown.lines, shown.warnings),
          findings.filter((finding) => finding.expected !== undefined),
        )
  const told = {
    ...(typed === undefined ? {} : { typed }),
    ...(packets === undefined ? {} : { packets }),
  }
  return { text, place: `${file}:${line}`, exitCode, output, compared: shown !== undefined, ...told }
}

function reportFinding(
  file: string,
  { line, outcome, message, expected, actual, why }: Finding,
): ReportFinding {
  return {
    outcome,
    place: `${file}:${line}`,
    message,
    ...(expected === undefined ? {} : { expected }),
    ...(actual === undefined ? {} : { actual }),
    ...(why === undefined ? {} : { why }),
  }
}
