// What differs between releases in how component configuration is decoded.
import { changing, dialect, since } from '../../featuregates/release-changes.ts'

/** Differences between releases in how component configuration is decoded and validated. */
export const schemeDialect = dialect('component configuration', {
  /** The line of the source that made the scheme, after which it is named. */
  schemeLine: changing(
    100,
    [
      33,
      110,
      'the error for an unknown kind of component configuration names the scheme "pkg/runtime/scheme.go:110"',
    ],
    [
      35,
      111,
      'the error for an unknown kind of component configuration names the scheme "pkg/runtime/scheme.go:111"',
    ],
  ),
  formatsHaveGates: since(
    25,
    'logging.format json of component configuration needs the gate LoggingBetaOptions',
  ),
  /** Whether splitStream and infoBufferSize of logging.options need a gate. */
  routingNeedsGate: since(
    25,
    'logging.options of component configuration, and flags as --log-json-split-stream, need the gate LoggingAlphaOptions',
  ),
  positiveFlushFrequency: since(
    35,
    'logging.flushFrequency of component configuration must be greater than zero',
  ),
  hiddenMetricsField: since(
    36,
    'the error about showHiddenMetricsForVersion, or --show-hidden-metrics-for-version, names the field and the bad value',
  ),
  metricsAsConfiguration: since(
    36,
    '--disabled-metrics and --allow-metric-labels-manifest are validated, and errors about flags of metrics name fields',
  ),
  metricLabelsError: changing(
    '--allow-metric-labels must has a list of kv pair with format `metricName:labelName=labelValue, labelValue,...`',
    [
      29,
      '--allow-metric-labels must have a list of kv pair with format `metricName:labelName=labelValue, labelValue,...`',
      'the error about --allow-metric-labels says "must have", not "must has"',
    ],
    [
      32,
      '--allow-metric-labels must have a list of kv pair with format `metricName,labelName=labelValue, labelValue,...`',
      'the error about --allow-metric-labels shows a comma between metric and label, not a colon',
    ],
  ),
})
