// The replay as it is shown on a terminal: a line for each step while it runs, the findings, a summary.
import { createColors } from 'picocolors'
import {
  type Finding,
  type Outcome,
  type ReplayResult,
  type StepResult,
  stepsOfResult,
  worstOf,
} from '../outcome.ts'
import { countsText, marks } from './outcome-words.ts'
import { visibleLine, visibleText } from './visible-text.ts'

/** Where a report is written to, and what that can show. */
export interface Screen {
  write(text: string): void
  /** Colours and rewriting of the running line. */
  terminal: boolean
  columns: number
}

interface NamedStep {
  number: string
  title: string
  line: number
}

/** As wide as the widest mark with its word. */
const markWidth = '■ could not run'.length

/** Writes a line for each step while a replay runs, then its findings and a summary. */
export class TerminalReport {
  private readonly screen: Screen
  private readonly colors: ReturnType<typeof createColors>
  private readonly file: string
  private readonly told = new Set<string>()
  /** Of the numbers of the section's steps, with what follows them. */
  private numberWidth = 0

  constructor(file: string, screen: Screen) {
    this.file = visibleLine(file)
    this.screen = screen
    this.colors = createColors(screen.terminal)
  }

  /** Which release runs, and why: before the first section. */
  notes(notes: readonly string[]): void {
    for (const note of notes) {
      if (this.told.has(note)) continue
      this.told.add(note)
      this.screen.write(`${this.colors.dim('note')} ${visibleLine(note)}\n`)
    }
  }

  section(title: string, line: number, steps: readonly Pick<NamedStep, 'number'>[]): void {
    this.steps(steps)
    const name = title === '' ? this.file : visibleLine(title)
    this.screen.write(`${this.colors.bold(name)} ${this.colors.dim(`${this.file}:${line}`)}\n`)
  }

  /** What follows are steps of these, below a title that is shown. */
  steps(steps: readonly Pick<NamedStep, 'number'>[]): void {
    this.numberWidth = Math.max(0, ...steps.map((step) => numberOf(step).length))
  }

  stepStarts(step: NamedStep): void {
    if (this.screen.terminal)
      this.screen.write(`  ${this.colors.dim('…'.padEnd(markWidth))}  ${this.label(step)}`)
  }

  stepDone(step: StepResult): void {
    const { colors, screen } = this
    if (screen.terminal) screen.write('\r\x1b[K')
    const mark = `${marks[step.outcome]} ${step.outcome}`
    const space = ' '.repeat(markWidth - mark.length)
    const time = `${(step.milliseconds / 1000).toFixed(2)} s`
    screen.write(
      `  ${this.paint(step.outcome)(mark)}${space}  ${this.label(step)}  ${colors.dim(`line ${step.line}  ${time}`)}\n`,
    )
    for (const finding of step.findings) this.finding(finding)
  }

  private label(step: NamedStep): string {
    const width = Math.max(30, this.screen.columns - 42 - this.numberWidth)
    const title = visibleLine(step.title)
    const short =
      title.length > width ? `${[...title].slice(0, width - 1).join('')}…` : title.padEnd(Math.min(width, 78))
    return visibleLine(numberOf(step)).padEnd(this.numberWidth) + short
  }

  private finding(finding: Finding): void {
    const word = this.paint(finding.outcome)(finding.outcome)
    this.screen.write(`      ${word} ${this.file}:${finding.line}: ${visibleLine(finding.message)}\n`)
    if (finding.expected !== undefined && finding.expected !== '') this.block('document', finding.expected)
    if (finding.actual !== undefined) this.block('reality', finding.actual)
    if (finding.why !== undefined) this.block('why', finding.why)
  }

  /** Of findings that are shown, once the section has ended: why, each reason once. */
  reasons(findings: readonly Finding[]): void {
    const places = new Map<string, number[]>()
    for (const { why = '', line } of findings) places.set(why, [...(places.get(why) ?? []), line])
    for (const [why, lines] of places) {
      this.screen.write(`      why ${this.file}:${[...new Set(lines)].sort((a, b) => a - b).join(', ')}:\n`)
      this.screen.write(`        ${visibleLine(why)}\n`)
    }
  }

  private block(name: string, text: string): void {
    const [first = '', ...rest] = visibleText(text).split('\n')
    this.screen.write(`        ${this.colors.dim(`${name}:`.padEnd(10))}${first.trim()}\n`)
    for (const line of rest) this.screen.write(`        ${' '.repeat(10)}${line}\n`)
  }

  summary(result: ReplayResult): void {
    this.notes(result.notes)
    const steps = stepsOfResult(result)
    const all = steps.map(({ outcome }) => outcome)
    const compared = steps.reduce((sum, { checks }) => sum + checks.length, 0)
    const counts = this.paint(all.length === 0 ? 'note' : worstOf(all))(countsText(all))
    const more = this.colors.dim(`(${compared} compared) in ${(result.milliseconds / 1000).toFixed(2)} s`)
    this.screen.write(`\n${counts} ${more}\n`)
  }

  private paint(outcome: Outcome | 'note'): (text: string) => string {
    const { colors } = this
    const painted = {
      passed: colors.green,
      differs: colors.red,
      'not checked': colors.yellow,
      'could not run': colors.magenta,
      note: colors.cyan,
    }
    return painted[outcome]
  }
}

const numberOf = ({ number }: Pick<NamedStep, 'number'>): string => (number === '' ? '' : `${number}. `)
