// Upstream: apiserver/pkg/server/options/tracing.go, component-base/tracing/api/v1/config.go
import { aggregateText, FieldPath } from '../../apimachinery/field-error.ts'
import { type TracingConfiguration, tracingErrors } from '../../apimachinery/scheme/tracing.ts'
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

/** Checks the file of --tracing-config-file. Throws a {@link StartupError} with upstream's text. */
export function checkTracingConfiguration(path: string, minor: number, read: ReadText): void {
  let tracing: TracingConfiguration
  try {
    tracing = decode(textOf(path, read), minor)
  } catch (error) {
    throw new StartupError(`failed to read tracing config: ${(error as Error).message}`, { cause: error })
  }
  const errors = tracingErrors(tracing, FieldPath.root)
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

function decode(text: string, minor: number): TracingConfiguration {
  // The type that is decoded into stands in for one that the text does not name.
  if (text.trim() === '') return {}
  try {
    return decodeServerConfiguration(text, tracingKind(minor), minor)
  } catch (error) {
    throw new Error(`unable to decode tracing configuration data: ${(error as Error).message}`)
  }
}
