// The field showHiddenMetricsForVersion of component configuration, and the flag. Upstream: component-base/metrics/options.go
import { goQuote } from '../field-error.ts'
import { schemeDialect } from './dialect.ts'

/** How upstream's two checks name the field: ValidateShowHiddenMetricsVersion of files, and Options.Validate of flags. */
const places = {
  file: 'invalid showHiddenMetricsForVersion: showHiddenMetricsForVersion',
  flag: 'metrics.showHiddenMetricsForVersion',
} as const

/** The error for a --show-hidden-metrics-for-version that is not the minor release before; undefined where it is. */
export function hiddenMetricsError(
  version: string,
  minor: number,
  place: keyof typeof places,
): string | undefined {
  const previous = `1.${minor - 1}`
  if (version === '' || version === previous) return undefined
  return schemeDialect(minor).hiddenMetricsField
    ? `${places[place]}: Invalid value: ${goQuote(version)}: must be omitted or have the value '${previous}'; only the previous minor version is allowed`
    : `--show-hidden-metrics-for-version must be omitted or have the value '${previous}'. Only the previous minor version is allowed`
}
