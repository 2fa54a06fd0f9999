// The replay as it is shown on a terminal: a line for each step while it runs, the findings, a summary.
import { createColors } from 'picocolors'
import { type Finding, onlyBlocked, type ReplayResult, type StepResult } from '../outcome.ts'
import type { Step } from '../step.ts'

export interface Screen {
  write(text: string): void
  /** Colours and rewriting of the running line. */
  terminal: boolean
  columns: number
}

export class TerminalReport {
  private readonly screen: Screen
  private readonly colors: ReturnType<typeof createColors>
  private readonly file: string

  constructor(file: string, screen: Screen) {
    this.file = file
    this.screen = screen
    this.colors = createColors(screen.terminal)
  }

  section(title: string, line: number): void {
    this.screen.write(
      `${this.colors.bold(title === '' ? this.file : title)} ${this.colors.dim(`${this.file}:${line}`)}\n`,
    )
  }

  stepStarts(step: Step): void {
    if (this.screen.terminal) this.screen.write(`  ${this.colors.dim('…')} ${this.label(step)}`)
  }

  stepDone(step: StepResult): void {
    const { colors, screen } = this
    if (screen.terminal) screen.write('\r\x1b[K')
    const mark =
      step.status === 'passed'
        ? colors.green('✓ passed')
        : colors.red(onlyBlocked(step) ? '■ could not run' : '✗ failed')
    const time = `${(step.milliseconds / 1000).toFixed(2)} s`
    screen.write(`  ${mark}  ${this.label(step)}  ${colors.dim(time)}\n`)
    for (const finding of step.findings) this.finding(finding)
  }

  private label(step: { number: number; title: string; line: number }): string {
    const width = Math.max(30, this.screen.columns - 36)
    const title =
      step.title.length > width
        ? `${step.title.slice(0, width - 1)}…`
        : step.title.padEnd(Math.min(width, 78))
    return `${step.number}. ${title}`
  }

  private finding(finding: Finding): void {
    const { colors, screen } = this
    const paint = finding.severity === 'error' ? colors.red : colors.yellow
    screen.write(`      ${paint(finding.severity)} ${this.file}:${finding.line}: ${finding.message}\n`)
    if (finding.expected !== undefined && finding.expected !== '') this.block('document', finding.expected)
    if (finding.actual !== undefined) this.block('reality', finding.actual)
    if (finding.why !== undefined) this.block('why', finding.why)
  }

  private block(name: string, text: string): void {
    const [first = '', ...rest] = text.split('\n')
    this.screen.write(`        ${this.colors.dim(`${name}:`.padEnd(10))}${first.trim()}\n`)
    for (const line of rest) this.screen.write(`        ${' '.repeat(10)}${line}\n`)
  }

  summary(result: ReplayResult): void {
    const steps = result.sections.flatMap((s) => s.steps)
    const blocked = steps.filter(onlyBlocked).length
    const failed = steps.filter((s) => s.status !== 'passed').length - blocked
    const warnings = steps.flatMap((s) => s.findings).filter((f) => f.severity === 'warning').length
    const parts = [`${steps.length - failed - blocked} passed`]
    if (failed > 0) parts.push(`${failed} failed`)
    if (blocked > 0) parts.push(`${blocked} could not run`)
    if (warnings > 0) parts.push(`${warnings} warning${warnings === 1 ? '' : 's'}`)
    const paint = failed + blocked > 0 ? this.colors.red : this.colors.green
    this.screen.write(
      `\n${paint(parts.join(', '))} ${this.colors.dim(`in ${(result.milliseconds / 1000).toFixed(2)} s`)}\n`,
    )
  }
}
