// kubectl top and autoscalers of a cluster whose usage is given. Upstream: kubectl/pkg/cmd/top, pkg/controller/podautoscaler
import { expect, it } from 'vitest'
import { startCluster } from '../../cluster/index.ts'
import { kubectlOf } from './kubectl-of.ts'

const namespace = 'namespaces/default'
const labels = { app: 'web' }
const template = {
  metadata: { labels, annotations: { 'kepsim.dev/cpu-usage': '80m' } },
  spec: { containers: [{ name: 'main', image: 'nginx', resources: { requests: { cpu: '100m' } } }] },
}
const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: { replicas: 2, selector: { matchLabels: labels }, template },
}
const autoscaler = {
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'web' },
  spec: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
    maxReplicas: 4,
    metrics: [
      {
        type: 'Resource',
        resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '4Mi' } },
      },
      {
        type: 'Resource',
        resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } },
      },
    ],
  },
}

it('tells usage by metrics.k8s.io, and scales by it', async () => {
  await using cluster = await startCluster({ release: '1.34', metrics: { memory: '7Mi' } })
  const client = cluster.client()
  await client.waitFor(
    '/apis/apiregistration.k8s.io/v1/apiservices/v1beta1.metrics.k8s.io',
    ({ status }) =>
      (status as { conditions?: { status: string }[] } | undefined)?.conditions?.some(
        (one) => one.status === 'True',
      ) ?? false,
  )
  await client.create(`/apis/apps/v1/${namespace}/deployments`, deployment)
  await client.create(`/apis/autoscaling/v2/${namespace}/horizontalpodautoscalers`, autoscaler)
  const scaled = await client.waitFor(
    `/apis/autoscaling/v2/${namespace}/horizontalpodautoscalers/web`,
    ({ status }) => (status as { currentMetrics?: unknown[] } | undefined)?.currentMetrics?.length === 2,
  )
  // What is used does not grow less by more pods: the most that may be.
  expect(scaled['status']).toMatchObject({
    currentMetrics: [
      { resource: { name: 'memory', current: { averageValue: '7Mi' } } },
      { resource: { name: 'cpu', current: { averageUtilization: 80, averageValue: '80m' } } },
    ],
  })
  const deployed = await client.waitFor(
    `/apis/apps/v1/${namespace}/deployments/web`,
    ({ status }) => (status as { readyReplicas?: number } | undefined)?.readyReplicas === 4,
  )
  expect(deployed['spec']).toMatchObject({ replicas: 4 })
  const shown = async (release: string, ...args: string[]): Promise<string> => {
    const { stdout, stderr } = await kubectlOf(cluster, { release })(['top', ...args])
    return `${stdout}${stderr}`.replace(/web-\w+-\w+/g, 'web-x')
  }
  expect(await shown('1.36', 'pods')).toMatch(
    /^NAME +CPU\(cores\) {3}MEMORY\(bytes\) {3}\n(web-x {3}80m {10}7Mi {13}\n){4}$/,
  )
  expect(await shown('1.31', 'nodes')).toMatch(
    /^NAME {5}CPU\(cores\) {3}CPU% {3}MEMORY\(bytes\) {3}MEMORY% {3}\nnode-1 {3}320m {9}\d+% +28Mi +\d+% +\n$/,
  )
  expect(await shown('1.36', 'pods', '-l', 'app=other')).toBe('No resources found in default namespace.\n')
  expect(await shown('1.36', 'pods', '-A', '--containers', '--sum', '--no-headers')).toMatch(
    /^(default {3}web-x {3}main {7}80m {3}7Mi {3}\n){4} {10}________ {15,}________ {3}\n {10}320m {19,}28Mi {7}\n$/,
  )
  expect(await shown('1.36', 'node', 'none')).toBe('Error from server (NotFound): nodes "none" not found\n')
})
