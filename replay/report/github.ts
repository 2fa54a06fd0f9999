// A replay for GitHub's runners: annotations on stdout, and the summary of the job's step.
import { randomUUID } from 'node:crypto'
import { type Finding, type ReplayResult, type StepResult, stepsOfResult } from '../outcome.ts'
import { countsText, findingDetails, type Result } from './outcome-words.ts'
import { visibleText } from './visible-text.ts'

/** An annotation of GitHub's runners. */
export interface Annotation {
  severity: 'error' | 'warning' | 'notice'
  file: string
  line: number | undefined
  title: string
  message: string
}

/** What differs is an error; what could not run, or was not checked, a warning; a note nothing but that. */
export const severityOf: Readonly<Record<Exclude<Result, 'passed'> | 'note', Annotation['severity']>> = {
  differs: 'error',
  'could not run': 'warning',
  'not checked': 'warning',
  unsupported: 'notice',
  note: 'notice',
}

/** An annotation as a workflow command that runners read. */
export function annotation({ severity, file, line, title, message }: Annotation): string {
  const place = [`file=${property(file)}`, ...(line === undefined ? [] : [`line=${line}`])]
  return `::${severity} ${place.join(',')},title=${property(title)}::${data(message)}\n`
}

const data = (text: string): string => visibleText(text).replaceAll('%', '%25').replaceAll('\n', '%0A')
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/**
 * What `work` writes is a stranger's text: runners read no command in it, neither `::add-mask::` nor `##[error]`.
 * @param token ends that; nobody must be able to guess it
 */
export async function withCommandsStopped<T>(
  write: (text: string) => void,
  work: () => Promise<T>,
  token: string = randomUUID(),
): Promise<T> {
  write(`::stop-commands::${token}\n`)
  try {
    return await work()
  } finally {
    // A line of its own, also where the last one was not ended.
    write(`\n::${token}::\n`)
  }
}

/** Whether a runner of GitHub reads what is printed. @param flag `--github` */
export const onGithub = (flag?: boolean): boolean => flag ?? process.env['GITHUB_ACTIONS'] === 'true'

/** The annotations of a replay, one for each finding. */
export const replayAnnotations = (result: ReplayResult): string =>
  stepsOfResult(result)
    .flatMap((step) =>
      step.findings.map((finding) =>
        annotation({
          severity: severityOf[finding.outcome],
          file: result.file,
          line: finding.line,
          title:
            step.number === ''
              ? `kepsim replay: ${finding.outcome}`
              : `kepsim replay: step ${step.number} ${finding.outcome}`,
          message: [finding.message, ...findingDetails(finding)].join('\n'),
        }),
      ),
    )
    .join('')

/** The summary in Markdown: the counts, the notes, and a table of the steps for each section. */
export function replaySummary(result: ReplayResult): string {
  const { file, notes, sections } = result
  const tables = sections.map(({ title, steps }) => {
    const rows = steps.map((step) => `| ${inline(step.number)} | ${cell(step.title)} | ${outcome(step)} |\n`)
    return `### ${inline(title === '' ? file : title)}\n\n| | step | result |\n| --- | --- | --- |\n${rows.join('')}\n`
  })
  const counts = countsText(stepsOfResult(result).map((step) => step.outcome))
  const told = notes.map((note) => `- ${inline(note)}\n`).join('')
  return `## ${inline(file)}\n\n${counts}\n\n${told === '' ? '' : `${told}\n`}${tables.join('')}`
}

function outcome(step: StepResult): string {
  return [`**${step.outcome}**`, ...step.findings.map(messageOf)].join('<br>')
}

const messageOf = ({ outcome: word, line, message }: Finding): string =>
  cell(`${word}, line ${line}: ${message}`)

/** A text escaped so that Markdown shows it literally. */
export const inline = (text: string): string =>
  visibleText(text)
    .replace(/\n+/g, ' ')
    .replace(/[\\`*_{}[\]<>()#+!|~&@:-]/g, (c) => `&#${c.charCodeAt(0)};`)
const cell = (text: string): string => inline(text.length > 300 ? `${text.slice(0, 300)}…` : text)
