// The field showHiddenMetricsForVersion of component configuration. Upstream: component-base/metrics/options.go (ValidateShowHiddenMetricsVersion)
import { goQuote } from '../field-error.ts'
import { schemeDialect } from './dialect.ts'

/** The error for a --show-hidden-metrics-for-version that is not the minor release before; undefined where it is. */
export function hiddenMetricsError(version: string, minor: number): string | undefined {
  const previous = `1.${minor - 1}`
  if (version === '' || version === previous) return undefined
  return schemeDialect(minor).hiddenMetricsField
    ? `invalid showHiddenMetricsForVersion: showHiddenMetricsForVersion: Invalid value: ${goQuote(version)}: must be omitted or have the value '${previous}'; only the previous minor version is allowed`
    : `--show-hidden-metrics-for-version must be omitted or have the value '${previous}'. Only the previous minor version is allowed`
}
