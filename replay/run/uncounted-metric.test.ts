import { expect, it } from 'vitest'
import { metricNames } from '../../component-base/metric-names.ts'
import { uncountedMetric } from './uncounted-metric.ts'

const found = (command: string): string | undefined => uncountedMetric(command, () => metricNames(33))

it.each([
  ["kubectl get --raw '/metrics' | grep apiserver_flowcontrol_demand", 'apiserver_flowcontrol_demand_seats'],
  ['kubectl get --raw /metrics | grep -E "job_controller_job_syncs"', 'job_controller_job_syncs_total'],
  [
    'curl -k https://127.0.0.1:10250/metrics | grep kubelet_pod_worker_duration_seconds_bucket',
    'kubelet_pod_worker_duration_seconds',
  ],
  ["kubectl get --raw /metrics | grep 'apiserver_watch_list_duration_seconds'", undefined],
  ['curl -k https://127.0.0.1:10250/metrics | grep no_such_metric', undefined],
  ['kubectl get --raw /metrics | grep kubernetes', undefined],
  ['kubectl get --raw /apis/metrics.k8s.io/v1beta1/nodes | grep job_controller_job_syncs_total', undefined],
  ['cat metrics.txt | grep job_controller_job_syncs_total', undefined],
])('%s: %s', (command, name) => {
  expect(found(command)).toBe(name)
})

it('knows the names of a release', () => {
  const all = metricNames(36)
  expect(all).toContain('apiserver_request_total')
  expect(metricNames(40)).toEqual(all)
  expect(metricNames(30)).not.toEqual(all)
})
