// A replay for GitHub's runners: annotations on stdout, and the summary of the job's step.
import type { Finding, ReplayResult, StepResult } from '../outcome.ts'

export interface Annotation {
  severity: 'error' | 'warning'
  file: string
  line: number | undefined
  title: string
  message: string
}

/** One workflow command, as runners read it. */
export function annotation({ severity, file, line, title, message }: Annotation): string {
  const place = [`file=${property(file)}`, ...(line === undefined ? [] : [`line=${line}`])]
  return `::${severity} ${place.join(',')},title=${property(title)}::${data(message)}\n`
}

const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/** One for each finding. */
export function replayAnnotations({ file, sections }: ReplayResult): string {
  return sections
    .flatMap((section) => section.steps)
    .flatMap((step) =>
      step.findings.map((finding) =>
        annotation({
          severity: finding.severity,
          file,
          line: finding.line,
          title: `kepsim replay: step ${step.number}`,
          message: details(finding),
        }),
      ),
    )
    .join('')
}

function details({ message, expected, actual, why }: Finding): string {
  const lines = [message]
  if (expected !== undefined && expected !== '') lines.push(`document: ${expected}`)
  if (actual !== undefined) lines.push(`reality:  ${actual}`)
  if (why !== undefined) lines.push(`why:      ${why}`)
  return lines.join('\n')
}

/** Markdown: a table of the steps for each section. */
export function replaySummary({ file, sections }: ReplayResult): string {
  const tables = sections.map(({ title, steps }) => {
    const rows = steps.map((step) => `| ${step.number} | ${cell(step.title)} | ${outcome(step)} |\n`)
    return `### ${inline(title === '' ? file : title)}\n\n| | step | result |\n| --- | --- | --- |\n${rows.join('')}\n`
  })
  return `## ${inline(file)}\n\n${tables.join('')}`
}

function outcome(step: StepResult): string {
  const messages = step.findings.map((finding) => cell(`line ${finding.line}: ${finding.message}`))
  return [`**${step.status}**`, ...messages].join('<br>')
}

/** Text that Markdown shows as it is, whatever is in it. */
const inline = (text: string): string =>
  text.replace(/[\r\n]+/g, ' ').replace(/[\\`*_{}[\]<>()#+!|~&-]/g, (c) => `&#${c.charCodeAt(0)};`)
const cell = (text: string): string => inline(text.length > 300 ? `${text.slice(0, 300)}…` : text)
