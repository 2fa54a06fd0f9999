import { expect, it } from 'vitest'
import { startTestServer } from '../../testing/test-server.ts'

const path = '/apis/apps/v1/namespaces/default/statefulsets'
const statefulSet = {
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: { name: 'web' },
  spec: {
    serviceName: 'web',
    persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' },
    ordinals: { start: 3 },
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'c', image: 'nginx' }] },
    },
  },
}

it.each([
  ['1.26', [undefined, undefined]],
  ['1.27', [{ whenDeleted: 'Delete', whenScaled: 'Retain' }, { start: 3 }]],
])('in %s fields without their gate go', async (release, expected) => {
  const server = await startTestServer(release)
  const { body } = await server.send('POST', path, statefulSet)
  await server.close()
  expect([body.spec.persistentVolumeClaimRetentionPolicy, body.spec.ordinals]).toEqual(expected)
})
