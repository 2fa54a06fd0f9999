import { expect, it } from 'vitest'
import type { KubeObject } from '../../server/apimachinery/json.ts'
import { defaultNamespace, reportPod, startControlPlane } from './control-plane.ts'

it('says how much of a ResourceQuota is used', async () => {
  const plane = await startControlPlane('1.36')
  const pod = (name: string, spec: object = {}): Promise<KubeObject> =>
    plane.client.create(`${defaultNamespace}/pods`, {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name },
      spec: {
        containers: [
          {
            name: 'main',
            image: 'nginx',
            resources: { requests: { cpu: '250m' }, limits: { cpu: '1', memory: '64Mi' } },
          },
        ],
        ...spec,
      },
    })
  await pod('a')
  await pod('b', { activeDeadlineSeconds: 60 })
  await pod('done')
  await reportPod(plane.client, 'done', { phase: 'Succeeded' })
  const quota = (name: string, spec: object) =>
    plane.client.create(`${defaultNamespace}/resourcequotas`, {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name },
      spec,
    })
  const hard = {
    pods: '10',
    'count/pods': '10',
    'requests.cpu': '2',
    'limits.memory': '1Gi',
    'services.nodeports': '1',
    configmaps: '5',
    'count/deployments.apps': '3',
  }
  await quota('all', { hard })
  await quota('short', { hard: { pods: '1' }, scopes: ['Terminating'] })
  const used = (name: string) => async () => {
    const { status } = await plane.client.get<KubeObject>(`${defaultNamespace}/resourcequotas/${name}`)
    return (status as { used?: object }).used
  }
  await plane.until(used('all'), {
    pods: '2',
    'count/pods': '3',
    'requests.cpu': '500m',
    'limits.memory': '128Mi',
    'services.nodeports': '0',
    configmaps: expect.stringMatching(/^[01]$/),
    'count/deployments.apps': '0',
  })
  await plane.until(used('short'), { pods: '1' })
})
