// How outcomes are told: one mark and one word for each, in one order.
import type { Finding, Outcome } from '../outcome.ts'

/** `unsupported`: of a combination of releases that the version skew policy promises nothing for. */
export type Result = Outcome | 'unsupported'

/** All outcomes, in the order in which they are counted. */
export const results: readonly Result[] = ['passed', 'differs', 'not checked', 'could not run', 'unsupported']

/** The character in front of each outcome on terminals and pages. */
export const marks: Readonly<Record<Result, string>> = {
  passed: '✓',
  differs: '✗',
  'not checked': '○',
  'could not run': '■',
  unsupported: '–',
}

/** The explanation of each outcome, for legends. */
export const meanings: Readonly<Record<Result, string>> = {
  passed: 'all that it says was carried out and compared',
  differs: 'reality says otherwise',
  'not checked': 'a statement or an instruction was not understood or not carried out',
  'could not run': 'it needs what is not simulated, or what could not run before it',
  unsupported: 'the version skew policy promises nothing here',
}

/** The counts of outcomes, `3 passed, 1 differs`; outcomes that do not occur are left out. */
export function countsText(all: readonly Result[]): string {
  const parts = results.flatMap((result) => {
    const count = all.filter((one) => one === result).length
    return count === 0 ? [] : [`${count} ${result}`]
  })
  return parts.length === 0 ? 'nothing ran' : parts.join(', ')
}

/** The counts of outcomes as the JSON reports have them. */
export const totalsOf = (all: readonly Result[]) => ({
  passed: all.filter((one) => one === 'passed').length,
  differs: all.filter((one) => one === 'differs').length,
  notChecked: all.filter((one) => one === 'not checked').length,
  couldNotRun: all.filter((one) => one === 'could not run').length,
})

/** The lines below a finding: what the document says, what happened, and why. */
export function findingDetails({ expected, actual, why }: Finding): string[] {
  const lines: string[] = []
  if (expected !== undefined && expected !== '') lines.push(`document: ${expected.trim()}`)
  if (actual !== undefined) lines.push(`reality:  ${actual.trim()}`)
  if (why !== undefined) lines.push(`why:      ${why}`)
  return lines
}

/** A finding with its place and details, for a terminal. */
export const findingText = (file: string, finding: Finding): string =>
  [`${finding.outcome} ${file}:${finding.line}: ${finding.message}`, ...findingDetails(finding)].join('\n')

/** `2. Upgrade`; the title alone where the document has no number. */
export const stepName = ({ number, title }: { number: string; title: string }): string =>
  number === '' ? title : `${number}. ${title}`
