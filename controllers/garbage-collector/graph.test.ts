import { expect, it } from 'vitest'
import type { KubeObject, OwnerReference } from '../../apimachinery/json.ts'
import { type Node, OwnerGraph } from './graph.ts'

const node = (uid: string, owners: Partial<OwnerReference>[] = [], metadata: object = {}): Node => ({
  object: {
    kind: 'ConfigMap',
    metadata: { uid, ownerReferences: owners, ...metadata },
  } as unknown as KubeObject,
  path: `/${uid}`,
  isCustom: false,
})
const waiting = { deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['foregroundDeletion'] }
const ids = (nodes: readonly Node[]) => nodes.map(({ object }) => object.metadata.uid)

it('looks at the dependents of an object that goes or begins to wait for them', () => {
  const graph = new OwnerGraph()
  expect(graph.observe(node('owner'))).toEqual([])
  expect(graph.observe(node('a', [{ uid: 'owner', blockOwnerDeletion: true }]))).toEqual(['a'])
  expect(graph.observe(node('b', [{ uid: 'owner' }]))).toEqual(['b'])
  expect(ids(graph.dependentsOf('owner'))).toEqual(['a', 'b'])
  expect(ids(graph.blockingDependentsOf('owner'))).toEqual(['a'])
  expect(graph.observe(node('owner', [], waiting))).toEqual(['a', 'b', 'owner'])
  expect(graph.forget('a')).toEqual(['owner'])
  expect(graph.forget('owner')).toEqual(['b'])
})

it('looks at an owner that waits when a dependent does not hold it any more', () => {
  const graph = new OwnerGraph()
  graph.observe(node('owner', [], waiting))
  graph.observe(node('a', [{ uid: 'owner', blockOwnerDeletion: true }]))
  expect(graph.observe(node('a', [{ uid: 'owner', blockOwnerDeletion: false }]))).toEqual(['owner', 'a'])
  expect(graph.blockingDependentsOf('owner')).toEqual([])
  expect(graph.observe(node('a'))).toEqual(['owner'])
  expect(graph.dependentsOf('owner')).toEqual([])
})

it('looks at nothing where an object changes otherwise', () => {
  const graph = new OwnerGraph()
  graph.observe(node('a', [{ uid: 'owner' }]))
  expect(graph.observe(node('a', [{ uid: 'owner' }], { labels: { a: 'b' } }))).toEqual([])
})
