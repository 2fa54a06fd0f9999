import type { Finding, ReplayResult, StepResult } from '../outcome.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no way to write them
const unwritable = /[\x00-\x08\x0b\x0c\x0e-\x1f]/g
/** Text or attribute value; characters that XML 1.0 cannot write are left out. */
export const escapeXml = (text: string): string =>
  text
    .replace(unwritable, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')

/** JUnit XML: a suite for each section, a case for each step. */
export function junitReport(result: ReplayResult): string {
  const suites = result.sections.map((section) => {
    const failures = section.steps.filter((s) => s.status === 'failed').length
    const time = section.steps.reduce((sum, s) => sum + s.milliseconds, 0)
    const name = escapeXml(section.title || result.file)
    return `  <testsuite name="${name}" tests="${section.steps.length}" failures="${failures}" errors="0" skipped="0" time="${seconds(time)}">\n${section.steps.map((s) => testcase(result.file, s)).join('')}  </testsuite>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('')}</testsuites>\n`
}

function testcase(file: string, step: StepResult): string {
  const name = escapeXml(`${step.number}. ${step.title}`)
  const head = `    <testcase name="${name}" classname="${escapeXml(file)}" file="${escapeXml(file)}" line="${step.line}" time="${seconds(step.milliseconds)}"`
  const errors = step.findings
    .filter((f) => f.severity === 'error')
    .map(
      (f) =>
        `      <failure message="${escapeXml(`${file}:${f.line}: ${f.message}`)}">${escapeXml(details(f))}</failure>\n`,
    )
  const warnings = step.findings
    .filter((f) => f.severity === 'warning')
    .map((f) => `${file}:${f.line}: ${f.message}`)
  const out =
    warnings.length > 0 ? [`      <system-out>${escapeXml(warnings.join('\n'))}</system-out>\n`] : []
  const body = [...errors, ...out]
  return body.length === 0 ? `${head}/>\n` : `${head}>\n${body.join('')}    </testcase>\n`
}

function details(finding: Finding): string {
  const lines = [`document: ${finding.expected ?? ''}`, `reality:  ${finding.actual ?? ''}`]
  if (finding.why !== undefined) lines.push(`why:      ${finding.why}`)
  return lines.join('\n')
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3)
