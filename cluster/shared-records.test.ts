import { expect, it } from 'vitest'
import type { Storage } from '../server/storage/interface.ts'
import { snapshotOf } from './shared-records.ts'

it('leaves out what servers and controllers agree on, and no object of a user that begins like it', async () => {
  const leases = '/registry/leases/kube-system'
  const keys = [
    `${leases}/kube-controller-manager`,
    `${leases}/kube-controller-manager-mine`,
    `${leases}/kube-scheduler`,
    `${leases}/kube-scheduler-gpu`,
    '/registry/masterleases/192.0.2.1',
    '/registry/ranges/serviceips',
  ]
  const records = keys.map((key) => ({ key, object: { metadata: {} }, createRevision: 1, modRevision: 1 }))
  const storage = { list: async () => ({ records, revision: 1 }) } as unknown as Storage
  const snapshot = await snapshotOf({ storage, release: '1.36' })
  expect(snapshot.records.map(({ key }) => key)).toEqual([keys[1], keys[3]])
})
