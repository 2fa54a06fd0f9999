import { expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { startControlPlane } from './control-plane.ts'

const autoscalers = '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers'
const deployments = '/apis/apps/v1/namespaces/default/deployments'

it('keeps replicas within their bounds, and says what it lacks', async () => {
  const plane = await startControlPlane('1.36')
  const conditions = async () => {
    const { status } = await plane.client.get<KubeObject>(`${autoscalers}/web`)
    return (
      (status as { conditions?: { type: string; status: string; reason: string }[] }).conditions ?? []
    ).map(({ type, status: is, reason }) => `${type}=${is} ${reason}`)
  }
  await plane.client.create(autoscalers, {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'web' },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      minReplicas: 2,
      maxReplicas: 4,
      metrics: [
        {
          type: 'Resource',
          resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } },
        },
      ],
    },
  })
  await plane.until(conditions, ['AbleToScale=False FailedGetScale'])
  await plane.client.create(deployments, {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec: {
      replicas: 1,
      selector: { matchLabels: { app: 'web' } },
      template: {
        metadata: { labels: { app: 'web' } },
        spec: { containers: [{ name: 'main', image: 'nginx' }] },
      },
    },
  })
  const replicas = async () =>
    (await plane.client.get<{ spec: { replicas: number } }>(`${deployments}/web`)).spec.replicas
  await plane.until(replicas, 2)
  await plane.until(conditions, [
    'AbleToScale=True SucceededGetScale',
    'ScalingActive=False FailedGetResourceMetric',
  ])
  const { status } = await plane.client.get<KubeObject>(`${autoscalers}/web`)
  expect(status).toMatchObject({
    currentReplicas: 2,
    conditions: [
      {},
      {
        message:
          'the HPA was unable to compute the replica count: failed to get cpu utilization: unable to get metrics for resource cpu: unable to fetch metrics from resource metrics API: the server could not find the requested resource (get pods.metrics.k8s.io)',
      },
    ],
  })
})
