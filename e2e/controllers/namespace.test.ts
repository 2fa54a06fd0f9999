import { expect, it } from 'vitest'
import type { NamespaceStatus } from '../../api/core-v1.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { startControlPlane } from './control-plane.ts'

const path = '/api/v1/namespaces/old'

/** What the conditions say that are True, by their types. */
const troubles = (namespace: KubeObject): object =>
  Object.fromEntries(
    ((namespace['status'] as NamespaceStatus).conditions ?? [])
      .filter(({ status }) => status === 'True')
      .map(({ type, message }) => [type, message]),
  )

it('says what keeps a namespace from its end', async () => {
  const { client, until } = await startControlPlane('1.36')
  await client.create('/api/v1/namespaces', { metadata: { name: 'old' } })
  await client.create(`${path}/configmaps`, { metadata: { name: 'held', finalizers: ['test/hold'] } })
  await client.create(`${path}/secrets`, { metadata: { name: 'free' } })
  await client.delete(path)
  await until(async () => troubles(await client.get(path)), {
    NamespaceContentRemaining: 'Some resources are remaining: configmaps. has 1 resource instances',
    NamespaceFinalizersRemaining:
      'Some content in the namespace has finalizers remaining: test/hold in 1 resource instances',
  })
  const { conditions = [] } = (await client.get(path))['status'] as NamespaceStatus
  expect(conditions.map(({ type }) => type)).toEqual([
    'NamespaceDeletionDiscoveryFailure',
    'NamespaceDeletionGroupVersionParsingFailure',
    'NamespaceDeletionContentFailure',
    'NamespaceContentRemaining',
    'NamespaceFinalizersRemaining',
  ])
  await client.patch(`${path}/configmaps/held`, { metadata: { finalizers: null } })
  const isGone = () =>
    client.get(path).then(
      () => false,
      () => true,
    )
  await until(isGone, true)
})

it('deletes pods before everything else', async () => {
  const { client, until, names } = await startControlPlane('1.36')
  await client.create('/api/v1/namespaces', { metadata: { name: 'old' } })
  await client.create(`${path}/configmaps`, { metadata: { name: 'later' } })
  await client.create(`${path}/pods`, {
    metadata: { name: 'held', finalizers: ['test/hold'] },
    spec: { containers: [{ name: 'main', image: 'nginx' }] },
  })
  await client.delete(path)
  await until(
    async () => (await client.get(`${path}/pods/held`)).metadata.deletionTimestamp !== undefined,
    true,
  )
  expect(await names(`${path}/configmaps`)).toContain('later')
  await client.patch(`${path}/pods/held`, { metadata: { finalizers: null } })
  const isGone = () =>
    client.get(path).then(
      () => false,
      () => true,
    )
  await until(isGone, true)
})
