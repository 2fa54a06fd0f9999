import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { computeReplicas } from './metrics.ts'

const usual = { scaleUp: 0.1, scaleDown: 0.1 }
const pod = (name: string, container: object, more: { annotations?: object; ready?: boolean } = {}) =>
  ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', annotations: more.annotations },
    spec: { containers: [{ name: 'c', resources: { requests: { cpu: '20m' } }, ...container }] },
    status: {
      phase: 'Running',
      startTime: '2026-01-01T00:00:00Z',
      conditions: [{ type: 'Ready', status: more.ready === false ? 'False' : 'True' }],
    },
  }) as unknown as KubeObject
const cpu = (target: object) => [{ type: 'Resource', resource: { name: 'cpu', target } }]
const annotated = (use: string) => ({ annotations: { 'kepsim.dev/cpu-usage': use } })

describe('replicas by use', () => {
  it.each([
    [{ command: ['sh', '-c', 'apk add stress-ng && stress-ng --cpu 1 --cpu-load 1 --timeout 9s'] }, {}, 5],
    [{ args: ['stress', '-c', '1'] }, {}, 500],
    [{}, annotated('4m'), 2],
    [{}, annotated('2m'), 1],
  ])('of %j %j', (container, more, replicas) => {
    expect(
      computeReplicas(cpu({ averageUtilization: 10 }), [pod('a', container, more)], 1, usual),
    ).toMatchObject({
      replicas,
      metric: 'cpu resource utilization (percentage of request)',
    })
  })

  it('stays within a tolerance', () => {
    const pods = [pod('a', {}, annotated('10m'))]
    const computed = computeReplicas(cpu({ averageUtilization: 10 }), pods, 1, {
      scaleUp: 20,
      scaleDown: 0.1,
    })
    expect(computed).toEqual({
      replicas: 1,
      metric: 'cpu resource utilization (percentage of request)',
      statuses: [
        {
          type: 'Resource',
          resource: { name: 'cpu', current: { averageUtilization: 50, averageValue: '10m' } },
        },
      ],
    })
  })

  it('waits for pods that are not ready', () => {
    const pods = [pod('a', {}, annotated('20m')), pod('b', {}, { ...annotated('20m'), ready: false })]
    expect(computeReplicas(cpu({ averageValue: '10m' }), pods, 2, usual)).toMatchObject({ replicas: 2 })
    expect(computeReplicas(cpu({ averageValue: '10m' }), pods.slice(1), 1, usual)).toMatchObject({
      reason: 'FailedGetResourceMetric',
      cause: 'failed to get cpu usage: did not receive metrics for targeted pods (pods might be unready)',
    })
  })

  it('cannot be told where nothing says what pods use, or request', () => {
    expect(computeReplicas(cpu({ averageUtilization: 10 }), [pod('a', {})], 1, usual)).toMatchObject({
      error: expect.stringMatching(
        /^invalid metrics \(1 invalid out of 1\), first error is: failed to get cpu resource metric value: failed to get cpu utilization: unable to get metrics for resource cpu: .* \(get pods.metrics.k8s.io\)$/,
      ),
    })
    const without = pod('a', { resources: {} }, annotated('1'))
    expect(computeReplicas(cpu({ averageUtilization: 10 }), [without], 1, usual)).toMatchObject({
      cause: 'failed to get cpu utilization: missing request for cpu in container c of Pod a',
    })
  })
})
