import { didYouMean } from '../../component-base/nearest.ts'
import { markdownTable, textTable } from '../../component-base/text-table.ts'
import { stringify } from '../../component-base/yaml.ts'
import type { SpecData } from '../../featuregates/feature-spec.ts'
import { UsageError } from '../usage-error.ts'

const formats = ['table', 'json', 'yaml', 'markdown'] as const
/** A value of --output. */
export type Format = (typeof formats)[number]

/** The format that a text names. Throws a UsageError for any other text. */
export function parseFormat(text: string): Format {
  const format = formats.find((f) => f === text)
  if (format === undefined)
    throw new UsageError(`--output ${text}: write ${formats.join(', ')}${didYouMean(text, formats)}`)
  return format
}

/** The answer of a command, for every output format. */
export interface Report {
  header: readonly string[]
  rows: readonly (readonly string[])[]
  /** Lines after the table, and after the Markdown table as a list. */
  notes?: readonly string[]
  /** For JSON, and for YAML where `yaml` is not given. */
  data: unknown
  yaml?: unknown
}

/** A report as a table, or its data as JSON or YAML. Notes follow a table; JSON and YAML hold the data only. */
export function render(report: Report, format: Format): string {
  if (format === 'json') return `${JSON.stringify(report.data, null, 2)}\n`
  if (format === 'yaml')
    return stringify(report.yaml ?? report.data, { indentSeq: false, aliasDuplicateObjects: false })
  const notes = report.notes ?? []
  if (format === 'markdown') {
    const list = notes.map((note) => `- ${note}\n`).join('')
    return markdownTable(report.header, report.rows) + (list === '' ? '' : `\n${list}`)
  }
  return (
    textTable(report.header, report.rows) +
    (notes.length === 0 ? '' : `\n${notes.map((n) => `${n}\n`).join('')}`)
  )
}

const upstreamStages: Readonly<Record<string, string>> = {
  '': 'GA',
  ALPHA: 'Alpha',
  BETA: 'Beta',
  DEPRECATED: 'Deprecated',
}

/** A gate in the form of test/compatibility_lifecycle/reference/versioned_feature_list.yaml. */
export const listedGate = (name: string, specs: readonly SpecData[]): unknown => ({
  name,
  versionedSpecs: specs.map((spec) => ({
    default: spec.default,
    lockToDefault: spec.lockToDefault ?? false,
    ...(spec.minCompatibilityVersion === undefined
      ? {}
      : { minCompatibilityVersion: spec.minCompatibilityVersion }),
    preRelease: upstreamStages[spec.preRelease] ?? spec.preRelease,
    version: spec.version ?? '0.0',
  })),
})
