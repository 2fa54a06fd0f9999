import { expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import type { Storage } from '../storage/interface.ts'
import type { AdmissionAttributes } from './chain.ts'
import { defaultStorageClass } from './default-class.ts'

const storageClass = (name: string, created: string, isDefault: boolean) => ({
  object: {
    metadata: {
      name,
      creationTimestamp: created,
      annotations: { 'storageclass.kubernetes.io/is-default-class': String(isDefault) },
    },
  },
})
const storage = {
  list: async () => ({
    records: [
      storageClass('old', '2026-01-01T00:00:00Z', true),
      storageClass('new', '2026-01-02T00:00:00Z', true),
      storageClass('other', '2026-01-03T00:00:00Z', false),
    ],
  }),
} as unknown as Storage

async function classOf(spec: Record<string, unknown>): Promise<unknown> {
  const object = { metadata: { name: 'c' }, spec } as unknown as KubeObject
  const request = { group: '', resource: 'persistentvolumeclaims', subresource: '' }
  await defaultStorageClass({ storage }).admit?.({
    request,
    operation: 'CREATE',
    object,
  } as unknown as AdmissionAttributes)
  return (object['spec'] as Record<string, unknown>)['storageClassName']
}

it('gives the newest default class to claims without one', async () => {
  expect(await classOf({})).toBe('new')
  expect(await classOf({ storageClassName: '' })).toBe('')
})
