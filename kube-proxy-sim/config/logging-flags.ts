// Upstream: cmd/kube-proxy/app/options.go (copyLogsFromFlags), component-base/logs/api/v1 (addFlags)

import { canonicalQuantity } from '../../apimachinery/quantity.ts'
import { modulesOf } from '../../apimachinery/scheme/logging-flags.ts'
import type { ParsedFlags } from '../../component-base/flags/parse-flags.ts'
import { durationText } from './duration.ts'
import { routedFormats } from './logging-defaults.ts'
import type { Logging } from './types.ts'

/** Sets the logging flags of the command line in `logging`; patterns of --vmodule come before those of the file. */
export function applyLoggingFlags(logging: Logging, { values, set }: ParsedFlags, minor: number): void {
  if (set.has('logging-format')) logging.format = values.string('logging-format')
  if (set.has('log-flush-frequency')) {
    const ms = values.duration('log-flush-frequency')
    logging.flushFrequency = typeof logging.flushFrequency === 'number' ? ms * 1e6 : durationText(ms)
  }
  if (set.has('v')) logging.verbosity = values.number('v')
  const modules = modulesOf(values.strings('vmodule'))
  if (modules.length > 0) logging.vmodule = [...modules, ...(logging.vmodule ?? [])]
  for (const format of routedFormats(minor)) applyRouting(logging, format, { values, set })
}

/** @note To register its flag sets splitStream to false: what a file says is lost. */
function applyRouting(
  logging: Logging,
  format: 'text' | 'json',
  { values, set }: Pick<ParsedFlags, 'values' | 'set'>,
): void {
  logging.options ??= {}
  const routing = logging.options[format] ?? {}
  logging.options[format] = routing
  delete routing.splitStream
  if (values.bool(`log-${format}-split-stream`)) routing.splitStream = true
  if (set.has(`log-${format}-info-buffer-size`))
    routing.infoBufferSize = canonicalQuantity(values.string(`log-${format}-info-buffer-size`))
}
