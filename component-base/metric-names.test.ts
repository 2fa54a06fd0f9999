import { expect, it } from 'vitest'
import { hasMetric, metricNames } from './metric-names.ts'

it('knows the metrics of a release, and those of the nearest recorded one beyond', () => {
  const added = 'aggregator_discovery_peer_aggregated_cache_hits_total'
  expect([35, 36, 37].map((minor) => hasMetric(added, minor))).toEqual([false, true, true])
  expect([20, 26].map((minor) => hasMetric('apiserver_request_total', minor))).toEqual([true, true])
  expect(['apiserver_no_such_total', 'toString', '__proto__'].some((name) => hasMetric(name, 36))).toBe(false)
  expect(metricNames(36)).toContain(added)
  expect(metricNames(35)).not.toContain(added)
})
