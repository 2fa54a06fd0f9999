// The flags of every component about metrics. Upstream: component-base/metrics/options.go, component-base/metrics/api/v1/config.go
import type { FlagValues } from '../../component-base/flags/flag-values.ts'
import { fileError } from '../../component-base/go/file-error.ts'
import { parse } from '../../component-base/yaml.ts'
import { errorText, type FieldError, FieldPath, field, goQuote } from '../field-error.ts'
import { schemeDialect } from './dialect.ts'
import { hiddenMetricsError } from './hidden-metrics.ts'

const metricName = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const labelName = '[a-zA-Z_][a-zA-Z0-9_]*'
const isMetric = new RegExp(`^${metricName}$`)
const isMetricAndLabel = new RegExp(`^${metricName},${labelName}$`)

const root = FieldPath.of('metrics')

/** The texts of all errors. @param readFile the text of a file; throws as node:fs does */
export function metricsFlagErrors(
  flags: FlagValues,
  minor: number,
  readFile: (path: string) => string,
): string[] {
  const hidden = hiddenMetricsError(flags.string('show-hidden-metrics-for-version'), minor, 'flag')
  const labels = flags.map('allow-metric-labels')
  const { metricLabelsError, metricsAsConfiguration } = schemeDialect(minor)
  const others = metricsAsConfiguration
    ? configurationErrors(flags, readFile).map(errorText)
    : [...labels.keys()].every((key) => isMetricAndLabel.test(key))
      ? []
      : [metricLabelsError]
  return [...(hidden === undefined ? [] : [hidden]), ...others]
}

function configurationErrors(flags: FlagValues, readFile: (path: string) => string): FieldError[] {
  const labels = flags.map('allow-metric-labels')
  const manifest = flags.string('allow-metric-labels-manifest')
  return [
    ...disabledErrors(flags.strings('disabled-metrics')),
    ...labelErrors(Object.fromEntries(labels), root.child('allowListMapping')),
    ...(manifest === '' ? [] : manifestErrors(manifest, readFile)),
    ...(labels.size > 0 && manifest !== ''
      ? [
          field.invalid(
            root,
            shown(flags),
            'cannot specify both allowListMapping and allowListMappingManifest',
          ),
        ]
      : []),
  ]
}

function disabledErrors(names: readonly string[]): FieldError[] {
  const bad = names.find((name) => !isMetric.test(name))
  if (bad === undefined) return []
  const form = goQuote(`^${metricName}$`)
  const detail = `must be fully qualified metric names matching ${form}, got ${goQuote(bad)}`
  return [field.invalid(root.child('disabledMetrics'), names, detail)]
}

function labelErrors(mapping: Readonly<Record<string, string>>, path: FieldPath): FieldError[] {
  if (Object.keys(mapping).every((key) => isMetricAndLabel.test(key))) return []
  const forms = `metricName matches ${goQuote(metricName)} and labelName matches ${goQuote(labelName)}`
  const sorted = Object.fromEntries(Object.entries(mapping).sort(([a], [b]) => (a < b ? -1 : 1)))
  return [field.invalid(path, sorted, `must have keys with format \`metricName,labelName\` where ${forms}`)]
}

/** Deviates: what Go's YAML says of a file that is no map of texts is shortened to its kind. */
function manifestErrors(manifest: string, readFile: (path: string) => string): FieldError[] {
  const path = root.child('allowListMappingManifest')
  const invalid = (detail: string): FieldError[] => [field.invalid(path, manifest, detail)]
  let text: string
  try {
    text = readFile(manifest)
  } catch (error) {
    return invalid(`failed to read allow list manifest: ${fileError(error, 'open', manifest)}`)
  }
  let mapping: Record<string, string>
  try {
    mapping = textsIn(text)
  } catch (error) {
    return invalid(`failed to parse allow list manifest: ${(error as Error).message}`)
  }
  const errors = labelErrors(mapping, path).map(errorText)
  return errors.length === 0 ? [] : invalid(`invalid allow list mapping in manifest: [${errors.join(' ')}]`)
}

function textsIn(text: string): Record<string, string> {
  const value = parse(text)
  if (value === null || value === undefined) return {}
  if (typeof value !== 'object' || Array.isArray(value))
    throw new Error(
      `yaml: unmarshal errors:\n  line 1: cannot unmarshal !!str \`${short(text)}\` into map[string]string`,
    )
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      if (typeof one !== 'object' || one === null) return [key, String(one ?? '')]
      const kind = Array.isArray(one) ? '!!seq' : '!!map'
      throw new Error(
        `yaml: unmarshal errors:\n  line ${lineOf(text, key)}: cannot unmarshal ${kind} into string`,
      )
    }),
  )
}

/** The line of a key, as go-yaml tells where its value is; those of a block begin in the line after. */
function lineOf(text: string, key: string): number {
  const lines = text.split('\n')
  const at = Math.max(
    0,
    lines.findIndex((line) => line.replace(/^["']/, '').startsWith(key)),
  )
  return /:\s*$/.test(lines[at] ?? '') ? at + 2 : at + 1
}

/** A scalar as go-yaml shows it in an error: cut where it is long. */
const short = (text: string): string => {
  const line = text.trim()
  return line.length > 10 ? `${line.slice(0, 7)}...` : line
}

/** The flags as the JSON of upstream's MetricsConfiguration. */
function shown(flags: FlagValues): Record<string, unknown> {
  const texts = (key: string, flag: string) =>
    flags.string(flag) === '' ? {} : { [key]: flags.string(flag) }
  const disabled = flags.strings('disabled-metrics')
  return {
    ...texts('showHiddenMetricsForVersion', 'show-hidden-metrics-for-version'),
    ...(disabled.length === 0 ? {} : { disabledMetrics: disabled }),
    allowListMapping: Object.fromEntries(flags.map('allow-metric-labels')),
    ...texts('allowListMappingManifest', 'allow-metric-labels-manifest'),
  }
}
