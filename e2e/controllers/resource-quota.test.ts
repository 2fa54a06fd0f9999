import { expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
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

it('gives back what is deleted', async () => {
  const plane = await startControlPlane('1.36')
  const create = (plural: string, kind: string, name: string, more: object = {}): Promise<KubeObject> =>
    plane.client.create(`${defaultNamespace}/${plural}`, {
      apiVersion: 'v1',
      kind,
      metadata: { name },
      ...more,
    })
  const pod = (name: string) =>
    create('pods', 'Pod', name, { spec: { containers: [{ name: 'main', image: 'nginx' }] } })
  const used = async () => {
    const { status } = await plane.client.get<KubeObject>(`${defaultNamespace}/resourcequotas/few`)
    return (status as { used?: object }).used
  }
  await create('configmaps', 'ConfigMap', 'first')
  const hard = { pods: '1', 'count/configmaps': '9', 'count/nothing.example.com': '1' }
  await create('resourcequotas', 'ResourceQuota', 'few', { spec: { hard } })
  // The other one is the root CA that every namespace has.
  await plane.until(used, { pods: '0', 'count/configmaps': '2' })

  await pod('a')
  expect(await used()).toMatchObject({ pods: '1' })
  await expect(pod('b')).rejects.toThrow(
    'pods "b" is forbidden: exceeded quota: few, requested: pods=1, used: pods=1, limited: pods=1',
  )
  await plane.client.delete(`${defaultNamespace}/pods/a?gracePeriodSeconds=0`)
  await plane.client.delete(`${defaultNamespace}/configmaps/first`)
  await plane.until(used, { pods: '0', 'count/configmaps': '1' })
  await pod('b')
})
