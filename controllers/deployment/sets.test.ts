import { describe, expect, it } from 'vitest'
import {
  activeOrLatest,
  type Deployment,
  maxUnavailableOf,
  newestAnnotations,
  proportions,
  type ReplicaSet,
  revisionAnnotation,
  surgeOf,
} from './sets.ts'

const deployment = (replicas: number, maxSurge: number | string, maxUnavailable: number | string = 0) =>
  ({
    metadata: { annotations: { 'example.com/note': 'x', 'deployment.kubernetes.io/revision': '7' } },
    spec: { replicas, strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable } } },
    status: {},
  }) as unknown as Deployment

const set = (name: string, replicas: number, max: number, age = 0): ReplicaSet =>
  ({
    metadata: {
      name,
      creationTimestamp: new Date(1e12 - age * 1000).toISOString(),
      annotations: { 'deployment.kubernetes.io/max-replicas': String(max) },
    },
    spec: { replicas },
    status: {},
  }) as unknown as ReplicaSet

describe('a roll-out', () => {
  it.each([
    [10, '25%', '25%', 3, 2],
    [1, '25%', '25%', 1, 0],
    [10, 0, 0, 0, 1],
    [3, 0, 5, 0, 3],
    [0, 1, 1, 1, 0],
  ])('of %d pods with maxSurge %s and maxUnavailable %s', (replicas, most, missing, surge, unavailable) => {
    expect(surgeOf(deployment(replicas, most, missing))).toBe(surge)
    expect(maxUnavailableOf(deployment(replicas, most, missing))).toBe(unavailable)
  })

  it.each([
    [30, 3, [8, 5], [20, 13]],
    [5, 3, [8, 5], [5, 3]],
    [0, 3, [8, 5], [0, 0]],
    [10, 3, [8, 5], [8, 5]],
  ])('shares out a change to %d pods by the sizes of the sets', (replicas, maxSurge, sizes, expected) => {
    const sets = [set('old', sizes[0]!, 13, 60), set('new', sizes[1]!, 13)]
    const shared = proportions(deployment(replicas, maxSurge), sets)
    expect([shared.get('old'), shared.get('new')]).toEqual(expected)
  })

  it('scales the only set that has pods, or the newest where none has', () => {
    const [empty, full, newer] = [set('a', 0, 1, 9), set('b', 2, 1, 5), set('c', 0, 1, 1)]
    expect(activeOrLatest(empty, [full])).toBe(full)
    expect(activeOrLatest(undefined, [empty, newer])).toBe(newer)
    expect(activeOrLatest(full, [set('d', 1, 1)])).toBeUndefined()
  })
})

it('keeps the former revisions of a set whose template is the newest again', () => {
  const first = newestAnnotations(deployment(1, 1), {}, 1n)
  expect(first).toEqual({ 'example.com/note': 'x', [revisionAnnotation]: '1' })
  const again = newestAnnotations(deployment(1, 1), first, 3n)
  expect(again).toMatchObject({ [revisionAnnotation]: '3', 'deployment.kubernetes.io/revision-history': '1' })
  expect(newestAnnotations(deployment(1, 1), again, 5n)).toMatchObject({
    'deployment.kubernetes.io/revision-history': '1,3',
  })
})
