// Upstream: pkg/apis/core/validation/validation.go (ValidatePodLogOptions), pkg/registry/core/pod/strategy.go (LogLocation)
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { newBadRequest, newInvalid } from '../../../apimachinery/status-error.ts'
import { type FeatureGateReader, gateEnabled, registeredAndOff } from '../../../featuregates/reader.ts'
import { boolOf, int64Of } from '../options/query.ts'

const streams = ['All', 'Stderr', 'Stdout']
/** The form of a time in RFC 3339, whose numbers Date.parse checks. */
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/

/** The query with which the kubelet is asked for a log. Throws 400 and 422. */
export function kubeletLogQuery(query: URLSearchParams, pod: string, gates: FeatureGateReader): string {
  const splits = gateEnabled(gates, 'PodLogsQuerySplitStreams')
  const numbers = ['sinceSeconds', 'tailLines', 'limitBytes'].map(
    (name) => [name, int64Of(query, name)] as const,
  )
  const sinceTime = query.get('sinceTime')
  if (sinceTime !== null && (!time.test(sinceTime) || Number.isNaN(Date.parse(sinceTime))))
    throw newBadRequest(
      `parsing time ${JSON.stringify(sinceTime)} as "2006-01-02T15:04:05Z07:00": cannot parse ${JSON.stringify(sinceTime)} as "2006"`,
    )
  const errors = errorsOf(query, Object.fromEntries(numbers), splits)
  if (registeredAndOff(gates, 'PodLogsQuerySplitStreams') && query.has('stream'))
    errors.push(field.forbidden(FieldPath.of('stream'), 'may not be specified'))
  if (errors.length > 0) throw newInvalid({ group: '', kind: 'PodLogOptions' }, pod, errors)
  const asked = new URLSearchParams()
  for (const name of ['follow', 'previous', 'timestamps'])
    if (boolOf(query, name) === true) asked.set(name, 'true')
  for (const [name, value] of numbers) if (value !== undefined) asked.set(name, String(value))
  if (sinceTime !== null) asked.set('sinceTime', sinceTime)
  if (splits) asked.set('stream', query.get('stream') ?? 'All')
  asked.sort()
  return asked.toString()
}

function errorsOf(
  query: URLSearchParams,
  { sinceSeconds, tailLines, limitBytes }: Record<string, number | undefined>,
  splits: boolean,
): FieldError[] {
  const at = (name: string): FieldPath => FieldPath.of(name)
  const stream = query.get('stream')
  const both = sinceSeconds !== undefined && query.has('sinceTime')
  // Upstream names no field, which is told so.
  const none = FieldPath.of('[]')
  const errors: (FieldError | false)[] = [
    (tailLines ?? 0) < 0 && field.invalid(at('tailLines'), tailLines, 'must be greater than or equal to 0'),
    (limitBytes ?? 1) < 1 && field.invalid(at('limitBytes'), limitBytes, 'must be greater than 0'),
    both && field.forbidden(none, 'at most one of `sinceTime` or `sinceSeconds` may be specified'),
    !both &&
      (sinceSeconds ?? 1) < 1 &&
      field.invalid(at('sinceSeconds'), sinceSeconds, 'must be greater than 0'),
    splits &&
      stream !== null &&
      !streams.includes(stream) &&
      field.notSupported(at('stream'), stream, streams),
    splits &&
      stream !== null &&
      stream !== 'All' &&
      tailLines !== undefined &&
      field.forbidden(none, '`tailLines` and specific `stream` are mutually exclusive for now'),
  ]
  return errors.filter((error) => error !== false)
}
