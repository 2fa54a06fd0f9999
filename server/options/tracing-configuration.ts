// Upstream: apiserver/pkg/server/options/tracing.go, component-base/tracing/api/v1/config.go
import { aggregateText, type FieldError, FieldPath, field } from '../../apimachinery/field-error.ts'
import { urlError } from '../../cel/library/functions/url.ts'
import { fileError } from '../../component-base/go/file-error.ts'
import { goQuote } from '../../component-base/go/quote.ts'
import type { ReadText } from '../../component-base/secure-serving.ts'
import { optionsDialect } from './dialect.ts'
import { type ConfigurationKind, decodeServerConfiguration } from './server-configuration.ts'
import { StartupError } from './startup-error.ts'

const tracingKind = (minor: number): ConfigurationKind => ({
  kind: 'TracingConfiguration',
  types: {
    TracingConfiguration: [
      ' TypeMeta ~apimachinery.pkg.apis.meta.v1.TypeMeta i',
      'endpoint Endpoint *string o',
      'samplingRatePerMillion SamplingRatePerMillion *int32 o',
    ],
  },
  strict: optionsDialect(minor).decodesServerFilesStrictly,
  instead: ({ version, type }) =>
    `converting (${version}.${type}) to (apiserver.TracingConfiguration): unknown conversion`,
})

interface Tracing {
  endpoint?: string
  samplingRatePerMillion?: number
}

/** Checks the file of --tracing-config-file. Throws a {@link StartupError} with upstream's text. */
export function checkTracingConfiguration(path: string, minor: number, read: ReadText): void {
  let tracing: Tracing
  try {
    tracing = decode(textOf(path, read), minor)
  } catch (error) {
    throw new StartupError(`failed to read tracing config: ${(error as Error).message}`, { cause: error })
  }
  const errors = [...rateErrors(tracing), ...endpointErrors(tracing)]
  if (errors.length > 0)
    throw new StartupError(`failed to validate tracing configuration: ${aggregateText(errors)}`)
}

function textOf(path: string, read: ReadText): string {
  try {
    return read(path)
  } catch (error) {
    throw new Error(
      `unable to read tracing configuration from ${goQuote(path)}: ${fileError(error, 'open', path)}`,
    )
  }
}

function decode(text: string, minor: number): Tracing {
  // The type that is decoded into stands in for one that the text does not name.
  if (text.trim() === '') return {}
  try {
    return decodeServerConfiguration(text, tracingKind(minor), minor)
  } catch (error) {
    throw new Error(`unable to decode tracing configuration data: ${(error as Error).message}`)
  }
}

function rateErrors({ samplingRatePerMillion: rate = 0 }: Tracing): FieldError[] {
  const invalid = (detail: string): FieldError[] => [
    field.invalid(FieldPath.of('samplingRatePerMillion'), rate, detail),
  ]
  if (rate < 0) return invalid('sampling rate must be positive')
  return rate > 1_000_000
    ? invalid('sampling rate per million must be less than or equal to one million')
    : []
}

function endpointErrors({ endpoint: given }: Tracing): FieldError[] {
  if (given === undefined) return []
  const endpoint = given.includes('//') ? given : `dns://${given}`
  const invalid = (detail: string): FieldError[] => [
    field.invalid(FieldPath.of('endpoint'), endpoint, detail),
  ]
  const error = urlError(endpoint, false)
  if (error !== undefined) return invalid(error)
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(endpoint)?.[1]?.toLowerCase() ?? ''
  return ['dns', 'unix', 'unix-abstract'].includes(scheme)
    ? []
    : invalid(
        `unsupported scheme: ${scheme}.  Options are none, dns, unix, or unix-abstract.  See https://github.com/grpc/grpc/blob/master/doc/naming.md`,
      )
}
