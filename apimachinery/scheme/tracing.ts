// The tracing section of component configuration. Upstream: component-base/tracing/api/v1/config.go (ValidateTracingConfiguration)
import { urlError } from '../../component-base/go/parse-url.ts'
import { type FieldError, type FieldPath, field } from '../field-error.ts'

/** Where spans go, and how many of a million requests are traced. */
export interface TracingConfiguration {
  endpoint?: string
  samplingRatePerMillion?: number
}

/** The errors of the section at `path`: a rate that is none of 0 to 1,000,000, an endpoint that gRPC could not resolve. */
export const tracingErrors = (
  { endpoint, samplingRatePerMillion: rate }: TracingConfiguration,
  path: FieldPath,
): FieldError[] => [
  ...(rate === undefined ? [] : rateErrors(rate, path.child('samplingRatePerMillion'))),
  ...(endpoint === undefined ? [] : endpointErrors(endpoint, path.child('endpoint'))),
]

function rateErrors(rate: number, path: FieldPath): FieldError[] {
  if (rate < 0) return [field.invalid(path, rate, 'sampling rate must be positive')]
  return rate > 1_000_000
    ? [field.invalid(path, rate, 'sampling rate per million must be less than or equal to one million')]
    : []
}

function endpointErrors(given: string, path: FieldPath): FieldError[] {
  const endpoint = given.includes('//') ? given : `dns://${given}`
  const error = urlError(endpoint, false)
  if (error !== undefined) return [field.invalid(path, endpoint, error)]
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(endpoint)?.[1]?.toLowerCase() ?? ''
  if (['dns', 'unix', 'unix-abstract'].includes(scheme)) return []
  const detail = `unsupported scheme: ${scheme}.  Options are none, dns, unix, or unix-abstract.  See https://github.com/grpc/grpc/blob/master/doc/naming.md`
  return [field.invalid(path, endpoint, detail)]
}
