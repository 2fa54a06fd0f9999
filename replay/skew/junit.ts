import { escapeXml } from '../report/junit.ts'
import type { CellResult } from './cell.ts'
import type { SkewReport } from './report.ts'

/** JUnit XML: one suite, a case for each cell. */
export function skewJunit(report: SkewReport): string {
  const failures = report.results.filter((result) => result.status === 'failed').length
  const skipped = report.results.filter((result) => result.status === 'unsupported').length
  const head = `tests="${report.results.length}" failures="${failures}" errors="0" skipped="${skipped}" time="${seconds(report.milliseconds)}"`
  const cases = report.results.map((result) => testcase(report.scenario, result)).join('')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n  <testsuite name="${escapeXml(report.scenario)}" ${head}>\n${cases}  </testsuite>\n</testsuites>\n`
}

function testcase(
  scenario: string,
  { cell, status, outcome, details, line, milliseconds, printed }: CellResult,
): string {
  const file = escapeXml(scenario)
  const place = line === undefined ? '' : ` line="${line}"`
  const head = `    <testcase name="${escapeXml(cell.id)}" classname="${file}" file="${file}"${place} time="${seconds(milliseconds)}"`
  const out = (text: string | undefined): string =>
    text === undefined ? '' : `\n      <system-out>${escapeXml(text)}</system-out>`
  if (status === 'failed')
    return `${head}>\n      <failure message="${escapeXml(outcome)}">${escapeXml(details ?? outcome)}</failure>${out(printed)}\n    </testcase>\n`
  if (status === 'unsupported')
    return `${head}>\n      <skipped message="${escapeXml(outcome)}"/>${out(printed)}\n    </testcase>\n`
  const told = printed === undefined ? outcome : `${outcome}\n${printed}`
  return `${head}>${out(told)}\n    </testcase>\n`
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3)
