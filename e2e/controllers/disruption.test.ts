import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { defaultNamespace, reportPod, startControlPlane } from './control-plane.ts'

const budgets = '/apis/policy/v1/namespaces/default/poddisruptionbudgets'
const replicationController = (replicas: number): object => ({
  apiVersion: 'v1',
  kind: 'ReplicationController',
  metadata: { name: 'web' },
  spec: {
    replicas,
    selector: { app: 'web' },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'main', image: 'nginx' }] },
    },
  },
})

describe('a PodDisruptionBudget', () => {
  it.each([
    [{ minAvailable: 2 }, 3, 2, 1],
    [{ minAvailable: '50%' }, 3, 2, 1],
    [{ maxUnavailable: 1 }, 3, 2, 1],
    [{ maxUnavailable: '30%' }, 3, 2, 1],
    [{ minAvailable: 5 }, 3, 5, 0],
  ])('says how many pods may go with %j', async (spec, expectedPods, desiredHealthy, disruptionsAllowed) => {
    const plane = await startControlPlane('1.36')
    await plane.client.create(`${defaultNamespace}/replicationcontrollers`, replicationController(3))
    await plane.client.create(budgets, {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'web' },
      spec: { ...spec, selector: { matchLabels: { app: 'web' } } },
    })
    const pods = () => plane.names(`${defaultNamespace}/pods`)
    await plane.until(async () => (await pods()).length, 3)
    for (const name of await pods()) await reportPod(plane.client, name)
    const status = async () => {
      const { status: found } = await plane.client.get<KubeObject>(`${budgets}/web`)
      const { currentHealthy, ...counts } = found as Record<string, unknown>
      return {
        currentHealthy,
        desiredHealthy: counts['desiredHealthy'],
        disruptionsAllowed: counts['disruptionsAllowed'],
        expectedPods: counts['expectedPods'],
      }
    }
    await plane.until(status, { currentHealthy: 3, desiredHealthy, disruptionsAllowed, expectedPods })
    const { status: written } = await plane.client.get<KubeObject>(`${budgets}/web`)
    expect(written).toMatchObject({
      conditions: [
        { type: 'DisruptionAllowed', reason: disruptionsAllowed > 0 ? 'SufficientPods' : 'InsufficientPods' },
      ],
    })
    const rc = await plane.client.get<KubeObject>(`${defaultNamespace}/replicationcontrollers/web`)
    expect(rc['status']).toMatchObject({ replicas: 3, readyReplicas: 3, availableReplicas: 3 })
  })
})
