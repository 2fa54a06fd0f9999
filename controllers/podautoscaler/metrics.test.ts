import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { ApiError, type RestClient } from '../../client/rest-client.ts'
import { computeReplicas } from './metrics.ts'
import { PodUsage } from './usage-source.ts'

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
const measured = (name: string, usage: object) => ({
  metadata: { name, namespace: 'default' },
  containers: [{ name: 'c', usage }],
})
const cpu = (target: object) => [{ type: 'Resource', resource: { name: 'cpu', target } }]
/** A server whose answer to a GET is this; undefined: 404. */
const answering = (items?: readonly object[]): RestClient =>
  ({
    get: async () => {
      if (items !== undefined) return { items }
      throw new ApiError({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code: 404 })
    },
  }) as unknown as RestClient
/** The replicas that are computed by what is said of pods, or by what metrics.k8s.io answers. */
const computed = (
  metrics: Parameters<typeof computeReplicas>[0],
  pods: readonly KubeObject[],
  current = 1,
  { tolerances = usual, served }: { tolerances?: typeof usual; served?: readonly object[] } = {},
) => {
  const usage = new PodUsage(answering(served), { namespace: 'default', selector: 'app=a', pods })
  return computeReplicas(metrics, pods, usage, { current, tolerances })
}
const annotated = (use: string) => ({ annotations: { 'kepsim.dev/cpu-usage': use } })

describe('replicas by use', () => {
  it.each([
    [{ command: ['sh', '-c', 'apk add stress-ng && stress-ng --cpu 1 --cpu-load 1 --timeout 9s'] }, {}, 5],
    [{ args: ['stress', '-c', '1'] }, {}, 500],
    [{}, annotated('4m'), 2],
    [{}, annotated('2m'), 1],
  ])('of %j %j', async (container, more, replicas) => {
    expect(await computed(cpu({ averageUtilization: 10 }), [pod('a', container, more)])).toMatchObject({
      replicas,
      metric: 'cpu resource utilization (percentage of request)',
    })
  })

  it('stays within a tolerance', async () => {
    const pods = [pod('a', {}, annotated('10m'))]
    const tolerances = { scaleUp: 20, scaleDown: 0.1 }
    expect(await computed(cpu({ averageUtilization: 10 }), pods, 1, { tolerances })).toEqual({
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

  it('waits for pods that are not ready', async () => {
    const pods = [pod('a', {}, annotated('20m')), pod('b', {}, { ...annotated('20m'), ready: false })]
    expect(await computed(cpu({ averageValue: '10m' }), pods, 2)).toMatchObject({ replicas: 2 })
    expect(await computed(cpu({ averageValue: '10m' }), pods.slice(1))).toMatchObject({
      reason: 'FailedGetResourceMetric',
      cause: 'failed to get cpu usage: did not receive metrics for targeted pods (pods might be unready)',
    })
  })

  it('cannot be told where nothing says what pods use, or request', async () => {
    expect(await computed(cpu({ averageUtilization: 10 }), [pod('a', {})])).toMatchObject({
      error: expect.stringMatching(
        /^invalid metrics \(1 invalid out of 1\), first error is: failed to get cpu resource metric value: failed to get cpu utilization: unable to get metrics for resource cpu: .* \(get pods.metrics.k8s.io\)$/,
      ),
    })
    const without = pod('a', { resources: {} }, annotated('1'))
    expect(await computed(cpu({ averageUtilization: 10 }), [without])).toMatchObject({
      cause: 'failed to get cpu utilization: missing request for cpu in container c of Pod a',
    })
  })

  it('follows what metrics.k8s.io answers, whatever annotations say', async () => {
    const pods = [pod('a', {}, annotated('1m')), pod('b', {})]
    const target = cpu({ averageUtilization: 50 })
    const served = [measured('a', { cpu: '15m' }), measured('b', { cpu: '15000000n' })]
    expect(await computed(target, pods, 2, { served })).toMatchObject({ replicas: 3 })
  })

  it.each([
    [{ app: 'metrics-server' }, 'what is said of them, where pods would serve the API', 3],
    [undefined, 'nothing, where a server of the user does not answer', undefined],
  ])('follows of pods behind %j %s', async (selector, _, replicas) => {
    const down = (code: number): ApiError =>
      new ApiError({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code })
    const get = async (path: string): Promise<object> => {
      if (path.includes('/apiservices/'))
        return { spec: { service: { namespace: 'kube-system', name: 'm' } } }
      if (path === '/api/v1/namespaces/kube-system/services/m') return { spec: { selector } }
      throw down(path.startsWith('/apis/metrics.k8s.io') ? 503 : 404)
    }
    const pods = [pod('a', {}, annotated('15m')), pod('b', {}, annotated('15m'))]
    const target = { namespace: 'default', selector: 'app=a', pods }
    const usage = new PodUsage({ get } as unknown as RestClient, target)
    const metrics = cpu({ averageUtilization: 50 })
    const result = computeReplicas(metrics, pods, usage, { current: 2, tolerances: usual })
    if (replicas !== undefined) expect(await result).toMatchObject({ replicas })
    else await expect(result).resolves.toMatchObject({ cause: expect.stringContaining('currently unable') })
  })

  it('takes a pod that is not measured for what changes least', async () => {
    const pods = [pod('a', {}), pod('b', {})]
    const up = { served: [measured('a', { cpu: '20m' })] }
    // Alone, a would ask for 2 of 1; b counts as idle, so that 2 stay.
    expect(await computed(cpu({ averageUtilization: 50 }), pods, 2, up)).toMatchObject({ replicas: 2 })
    const down = { served: [measured('a', { cpu: '1m' })] }
    // b counts as using all that it requests: (1 + 20) of 40 is above 50 %.
    expect(await computed(cpu({ averageUtilization: 50 }), pods, 2, down)).toMatchObject({ replicas: 2 })
    expect(await computed(cpu({ averageUtilization: 100 }), pods, 2, down)).toMatchObject({ replicas: 2 })
  })

  it.each([
    [[], 'no metrics returned from resource metrics API'],
    [[measured('a', { memory: '1Mi' })], undefined],
  ])('says what it is not told: %j', async (served, why) => {
    const cause =
      why === undefined
        ? 'failed to get cpu utilization: did not receive metrics for targeted pods (pods might be unready)'
        : `failed to get cpu utilization: unable to get metrics for resource cpu: ${why}`
    expect(await computed(cpu({ averageUtilization: 10 }), [pod('a', {})], 1, { served })).toMatchObject({
      cause,
    })
  })
})
