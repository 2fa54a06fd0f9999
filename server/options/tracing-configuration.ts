// Upstream: apiserver/pkg/server/options/tracing.go, component-base/tracing/api/v1/config.go
import { aggregateText, type FieldError, FieldPath, field } from '../../apimachinery/field-error.ts'
import { ComponentConfigScheme } from '../../apimachinery/scheme/component-config.ts'
import { readDocument } from '../../apimachinery/scheme/config-document.ts'
import type { GoTypes } from '../../apimachinery/scheme/go-types.ts'
import { notRegistered } from '../../apimachinery/scheme/not-registered.ts'
import { urlError } from '../../cel/library/functions/url.ts'
import { fileError } from '../../component-base/go/file-error.ts'
import { goQuote } from '../../component-base/go/quote.ts'
import { recordedNextTo } from '../../component-base/release-facts.ts'
import type { ReadText } from '../../component-base/secure-serving.ts'
import { optionsDialect } from './dialect.ts'
import { StartupError } from './startup-error.ts'

const group = 'apiserver.config.k8s.io'
const kind = 'TracingConfiguration'

const typesOf = (version: string): GoTypes => ({
  [`io.k8s.apiserver.config.${version}`]: {
    group,
    version,
    name: version,
    kinds: [kind],
    types: {
      [kind]: [
        ' TypeMeta ~apimachinery.pkg.apis.meta.v1.TypeMeta i',
        'endpoint Endpoint *string o',
        'samplingRatePerMillion SamplingRatePerMillion *int32 o',
      ],
    },
  },
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
    return decoded(text, minor)
  } catch (error) {
    throw new Error(`unable to decode tracing configuration data: ${(error as Error).message}`)
  }
}

function decoded(text: string, minor: number): Tracing {
  const { tracingVersions, decodesServerFilesStrictly } = optionsDialect(minor)
  const document = readDocument(text)
  const version = document.apiVersion.slice(group.length + 1)
  const known = document.apiVersion === `${group}/${version}` && tracingVersions.includes(version)
  if (!known || document.kind !== kind)
    throw new Error(notRegistered(document.kind, document.apiVersion, minor))
  const scheme = new ComponentConfigScheme(recordedNextTo(minor), typesOf(version))
  const { value, strictErrors } = scheme.decode(document.apiVersion, kind, document.value)
  const strict = [...document.strictErrors, ...strictErrors]
  if (strict.length > 0 && decodesServerFilesStrictly)
    throw new Error(`strict decoding error: ${strict.join(', ')}`)
  return value as Tracing
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
