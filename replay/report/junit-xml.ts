// JUnit's XML, whatever was run: a document, a matrix.
import { escapeMarkup } from './escape-markup.ts'
import type { Result } from './outcome-words.ts'

/** A step or cell as a test case. */
export interface JunitCase {
  name: string
  file: string
  line: number | undefined
  milliseconds: number
  result: Result
  /** Of what did not pass: one line, and all there is to tell. */
  message: string
  details: string
  /** What else it printed or answered; empty for nothing. */
  output: string
}

/** A section or matrix as a test suite. `notes` become its properties. */
export interface JunitSuite {
  name: string
  notes: readonly string[]
  cases: readonly JunitCase[]
  milliseconds: number
}

/** What differs is a failure, what could not run an error, what was not checked is skipped. */
const elements: Readonly<Record<Result, 'failure' | 'error' | 'skipped' | undefined>> = {
  passed: undefined,
  differs: 'failure',
  'could not run': 'error',
  'not checked': 'skipped',
  unsupported: 'skipped',
}

/** The report in JUnit's XML. No two cases have one name and class: GitLab takes those for one test, and shows only one of them. */
export function junitXml(suites: readonly JunitSuite[]): string {
  const named = withOwnNames(suites)
  const milliseconds = named.reduce((sum, suite) => sum + suite.milliseconds, 0)
  const all = counts(named.flatMap(({ cases }) => cases))
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${all} time="${seconds(milliseconds)}">\n${named.map(suiteXml).join('')}</testsuites>\n`
}

/** Of equal names all but the first have that of their suite with them, and then a number. */
function withOwnNames(suites: readonly JunitSuite[]): JunitSuite[] {
  // Of each name that is taken the number to try next: thousands of cases can have one.
  const taken = new Map<string, number>()
  const ownName = (suite: string, { name, file }: JunitCase): string => {
    const key = (text: string): string => JSON.stringify([file, text])
    const long = taken.has(key(name)) ? `${name} (${suite})` : name
    let own = long
    let next = taken.get(key(long)) ?? 2
    while (taken.has(key(own))) own = `${long} (${next++})`
    taken.set(key(long), next)
    if (own !== long) taken.set(key(own), 2)
    return own
  }
  return suites.map((suite) => ({
    ...suite,
    cases: suite.cases.map((one) => ({ ...one, name: ownName(suite.name, one) })),
  }))
}

function counts(cases: readonly JunitCase[]): string {
  const of = (element: string): number => cases.filter(({ result }) => elements[result] === element).length
  return `tests="${cases.length}" failures="${of('failure')}" errors="${of('error')}" skipped="${of('skipped')}"`
}

function suiteXml({ name, notes, cases, milliseconds }: JunitSuite): string {
  const properties = notes.map((note) => `      <property name="note" value="${attribute(note)}"/>\n`)
  const head = properties.length === 0 ? '' : `    <properties>\n${properties.join('')}    </properties>\n`
  return `  <testsuite name="${attribute(name)}" ${counts(cases)} time="${seconds(milliseconds)}">\n${head}${cases.map(caseXml).join('')}  </testsuite>\n`
}

function caseXml({ name, file, line, milliseconds, result, message, details, output }: JunitCase): string {
  const at = attribute(file)
  const place = line === undefined ? '' : ` line="${line}"`
  const head = `    <testcase name="${attribute(name)}" classname="${at}" file="${at}"${place} time="${seconds(milliseconds)}"`
  const element = elements[result]
  const body: string[] = []
  if (element !== undefined)
    body.push(
      `      <${element} message="${attribute(message)}" type="${result}">${escapeMarkup(details || message)}</${element}>\n`,
    )
  if (output !== '') body.push(`      <system-out>${escapeMarkup(output)}</system-out>\n`)
  return body.length === 0 ? `${head}/>\n` : `${head}>\n${body.join('')}    </testcase>\n`
}

/** A parser makes spaces of the ends of lines in an attribute, unless they are written so. */
const attribute = (text: string): string =>
  escapeMarkup(text).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')

const seconds = (ms: number): string => (ms / 1000).toFixed(3)
