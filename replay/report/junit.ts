import type { ReplayResult, StepResult } from '../outcome.ts'
import { type JunitCase, junitXml } from './junit-xml.ts'
import { findingText, stepName } from './outcome-words.ts'

/** JUnit XML: a suite for each section, a case for each step. */
export const junitReport = ({ file, notes, sections }: ReplayResult): string =>
  junitXml(
    sections.map(({ title, steps }) => ({
      name: title === '' ? file : title,
      notes,
      cases: steps.map((step) => caseOf(file, step)),
      milliseconds: steps.reduce((sum, step) => sum + step.milliseconds, 0),
    })),
  )

/** The findings of the step's outcome first; notes are no reason of anything. */
function caseOf(file: string, step: StepResult): JunitCase {
  const reasons = step.findings.filter(({ outcome }) => outcome !== 'note')
  const telling = [
    ...reasons.filter(({ outcome }) => outcome === step.outcome),
    ...reasons.filter(({ outcome }) => outcome !== step.outcome),
  ]
  const [first] = telling
  const more = telling.length < 2 ? '' : ` (and ${telling.length - 1} more)`
  const notes = step.findings.filter(({ outcome }) => outcome === 'note')
  return {
    name: stepName(step),
    file,
    line: step.line,
    milliseconds: step.milliseconds,
    result: step.outcome,
    message: first === undefined ? step.outcome : `${file}:${first.line}: ${first.message}${more}`,
    details: telling.map((finding) => findingText(file, finding)).join('\n'),
    output: notes.map((finding) => findingText(file, finding)).join('\n'),
  }
}
