import { expect, it } from 'vitest'
import type { KubeObject, OwnerReference } from '../../apimachinery/json.ts'
import { defaultNamespace, startControlPlane, type TestControlPlane } from './control-plane.ts'

const maps = `${defaultNamespace}/configmaps`
const names = async (plane: TestControlPlane) =>
  (await plane.names(maps)).filter((name) => name !== 'kube-root-ca.crt')

const reference = ({ metadata }: KubeObject, block = true): OwnerReference => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name: metadata.name!,
  uid: metadata.uid!,
  blockOwnerDeletion: block,
})

const create = (
  { client }: TestControlPlane,
  name: string,
  owners: OwnerReference[] = [],
  finalizers: string[] = [],
): Promise<KubeObject> => client.create(maps, { metadata: { name, ownerReferences: owners, finalizers } })

const remove = ({ client }: TestControlPlane, name: string, propagationPolicy: string) =>
  client.delete(`${maps}/${name}`, { propagationPolicy })

const ownersOf = async ({ client }: TestControlPlane, name: string) =>
  ((await client.get(`${maps}/${name}`)).metadata.ownerReferences ?? []).map((owner) => owner.name)

it('keeps an object that has a good owner beside one that waits for it, without that one', async () => {
  const plane = await startControlPlane('1.36')
  const owners = [await create(plane, 'waits'), await create(plane, 'stays')]
  await create(
    plane,
    'both',
    owners.map((owner) => reference(owner)),
  )
  await create(plane, 'one', [reference(owners[0]!)])
  await remove(plane, 'waits', 'Foreground')
  await plane.until(() => names(plane), ['both', 'stays'])
  expect(await ownersOf(plane, 'both')).toEqual(['stays'])
})

it('deletes objects that own each other in a circle', async () => {
  const plane = await startControlPlane('1.36')
  const a = await create(plane, 'a')
  const b = await create(plane, 'b', [reference(a)])
  const c = await create(plane, 'c', [reference(b)])
  await plane.client.patch(`${maps}/a`, { metadata: { ownerReferences: [reference(c)] } })
  await remove(plane, 'a', 'Foreground')
  await plane.until(() => names(plane), [])
})

it('lets an object wait for a dependent with a finalizer, and no other', async () => {
  const plane = await startControlPlane('1.36')
  const owner = await create(plane, 'owner')
  await create(plane, 'held', [reference(owner)], ['test/hold'])
  await create(plane, 'free', [reference(owner, false)])
  await remove(plane, 'owner', 'Foreground')
  await plane.until(() => names(plane), ['held', 'owner'])
  await plane.client.patch(`${maps}/held`, { metadata: { finalizers: null } })
  await plane.until(() => names(plane), [])
})

it('takes the owner from objects that are to stay', async () => {
  const plane = await startControlPlane('1.36')
  const owner = await create(plane, 'owner')
  await create(plane, 'dependent', [reference(owner)])
  await remove(plane, 'owner', 'Orphan')
  await plane.until(() => names(plane), ['dependent'])
  expect(await ownersOf(plane, 'dependent')).toEqual([])
})

it('tells of an owner in another namespace, and deletes what has no other', async () => {
  const plane = await startControlPlane('1.36')
  await plane.client.create('/api/v1/namespaces', { metadata: { name: 'other' } })
  const owner = await plane.client.create<KubeObject>('/api/v1/namespaces/other/configmaps', {
    metadata: { name: 'owner' },
  })
  await create(plane, 'astray', [reference(owner)])
  await plane.until(() => names(plane), [])
  const reasons = async () => {
    const { items } = await plane.client.get<{ items: (KubeObject & { reason: string })[] }>(
      `${defaultNamespace}/events`,
    )
    return items.filter(({ reason }) => reason === 'OwnerRefInvalidNamespace').length
  }
  await plane.until(reasons, 1)
})
