import { expect, test } from 'vitest'
import { MetricRegistry } from './metric-registry.ts'

test('what was counted is printed as Go prints it, and nothing else', () => {
  const registry = new MetricRegistry()
  const requests = registry.register({
    name: 'requests_total',
    help: 'Requests.',
    type: 'counter',
    labels: ['code', 'verb'],
  })
  const seconds = registry.register({
    name: 'a_seconds',
    help: 'Seconds.',
    type: 'histogram',
    labels: ['verb'],
    buckets: [0.5, 1],
  })
  registry.register({ name: 'never_total', help: 'Nothing.', type: 'counter', labels: ['code'] })
  registry.register({ name: 'pending', help: 'Pending.', type: 'gauge', labels: [] })
  requests.add({ verb: 'PUT', code: '500' })
  requests.add({ code: '200', verb: 'GET', other: 'not a label of it' })
  requests.add({ code: '200', verb: 'GET' }, 2)
  seconds.observe({ verb: 'GET' }, 0.5)
  seconds.observe({ verb: 'GET' }, 3)
  expect(
    registry.text([{ name: 'b', help: 'B.', type: 'gauge', samples: [{ value: 1 }] }]).split('\n'),
  ).toEqual([
    '# HELP a_seconds Seconds.',
    '# TYPE a_seconds histogram',
    'a_seconds_bucket{verb="GET",le="0.5"} 1',
    'a_seconds_bucket{verb="GET",le="1"} 1',
    'a_seconds_bucket{verb="GET",le="+Inf"} 2',
    'a_seconds_sum{verb="GET"} 3.5',
    'a_seconds_count{verb="GET"} 2',
    '# HELP b B.',
    '# TYPE b gauge',
    'b 1',
    '# HELP pending Pending.',
    '# TYPE pending gauge',
    'pending 0',
    '# HELP requests_total Requests.',
    '# TYPE requests_total counter',
    'requests_total{code="200",verb="GET"} 3',
    'requests_total{code="500",verb="PUT"} 1',
    '',
  ])
})
