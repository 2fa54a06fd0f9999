import { expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import type { ControllerContext } from '../controller.ts'
import { StatefulSetClaims } from './claims.ts'
import type { StatefulSet } from './types.ts'
import { UpdateStatefulSet } from './update-stateful-set.ts'

/** The ordinals of the pods that one sync of a set without pods creates. */
async function created(spec: Partial<StatefulSet['spec']>): Promise<string[]> {
  const names: string[] = []
  const context = {
    clock: { now: () => 0 },
    client: {
      create: async (_: string, pod: KubeObject) => {
        names.push(pod.metadata.name!)
        return pod
      },
    },
    events: { of: () => ({ record: () => {} }) },
    gates: { known: () => true, enabled: () => true, unregistered: () => false },
    minor: 36,
  } as unknown as ControllerContext
  const set = {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'web', namespace: 'ns', uid: 'set' },
    spec: { selector: {}, template: { spec: {} }, ...spec },
    status: { replicas: 0, availableReplicas: 0 },
  } as unknown as StatefulSet
  const revision = {
    apiVersion: 'apps/v1',
    kind: 'ControllerRevision',
    metadata: { name: 'web-1' },
    revision: 1,
    data: { spec: { template: { spec: {} } } },
  }
  const revisions = { current: revision, update: revision, all: [revision], collisionCount: 0 }
  const claims = new StatefulSetClaims(context, set, new Map())
  await new UpdateStatefulSet({ context, set, revisions, pods: [], claims }).run()
  return names
}

it('creates pods in steps, whatever number is wanted', async () => {
  const replicas = 2 ** 31 - 1
  expect(await created({ replicas })).toEqual(['web-0'])
  expect(await created({ replicas: 3, podManagementPolicy: 'Parallel' })).toEqual(['web-0', 'web-1', 'web-2'])
  const many = await created({ replicas, podManagementPolicy: 'Parallel' })
  expect([many.length, many.at(-1)]).toEqual([500, 'web-499'])
})
