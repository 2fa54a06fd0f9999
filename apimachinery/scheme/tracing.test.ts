import { expect, it } from 'vitest'
import { errorText, FieldPath } from '../field-error.ts'
import { type TracingConfiguration, tracingErrors } from './tracing.ts'

// Recorded from a kubelet 1.36.3.
it.each<[TracingConfiguration, string[]]>([
  [{ endpoint: 'unix:///x', samplingRatePerMillion: 1_000_000 }, []],
  [
    { endpoint: 'x:y' },
    ['tracing.endpoint: Invalid value: "dns://x:y": parse "dns://x:y": invalid port ":y" after host'],
  ],
  [
    { endpoint: 'http://x', samplingRatePerMillion: -1 },
    [
      'tracing.samplingRatePerMillion: Invalid value: -1: sampling rate must be positive',
      'tracing.endpoint: Invalid value: "http://x": unsupported scheme: http.  Options are none, dns, unix, or unix-abstract.  See https://github.com/grpc/grpc/blob/master/doc/naming.md',
    ],
  ],
])('%j has the errors %j', (tracing, errors) => {
  expect(tracingErrors(tracing, FieldPath.of('tracing')).map(errorText)).toEqual(errors)
})
