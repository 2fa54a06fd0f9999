import { describe, expect, it } from 'vitest'
import { mergePreservingOrder } from './merge-preserving-order.ts'
import { mergeGroups } from './merged-discovery.ts'

describe('an order that suits all lists', () => {
  it.each([
    [
      [
        ['a', 'b', 'c'],
        ['b', 'c'],
      ],
      ['a', 'b', 'c'],
    ],
    [
      [
        ['b', 'c'],
        ['a', 'c'],
      ],
      ['a', 'b', 'c'],
    ],
    [
      [
        ['z', 'a'],
        ['z', 'b', 'y'],
      ],
      ['z', 'a', 'b', 'y'],
    ],
    [
      [
        ['b', 'a'],
        ['a', 'b', 'c'],
      ],
      ['a', 'b', 'c'],
    ],
    [
      [
        ['b', 'a', 'd'],
        ['a', 'b', 'c'],
      ],
      ['a', 'b', 'c', 'd'],
    ],
    [[], []],
  ])('of %j is %j', (lists, order) => {
    expect(mergePreservingOrder(lists)).toEqual(order)
  })
})

const group = (name: string, versions: Record<string, object[]>) => ({
  metadata: { name },
  versions: Object.entries(versions).map(([version, resources]) => ({
    version,
    resources: resources as { resource: string; verbs?: string[] }[],
    freshness: 'Current',
  })),
})

describe('what several servers serve', () => {
  it('is every group, version and resource once', () => {
    const merged = mergeGroups(
      new Map([
        ['one', [group('apps', { v1: [{ resource: 'a' }] }), group('new', { v1: [] })]],
        ['other', [group('apps', { v1: [{ resource: 'b' }], v1beta1: [] })]],
      ]),
    )
    expect(merged).toEqual([
      group('apps', { v1: [{ resource: 'a' }, { resource: 'b' }], v1beta1: [] }),
      group('new', { v1: [] }),
    ])
  })

  it('has the verbs and subresources of all, in order', () => {
    const one = { resource: 'a', verbs: ['get', 'create'], subresources: [{ subresource: 'status' }] }
    const other = { resource: 'a', verbs: ['get', 'delete'], subresources: [{ subresource: 'scale' }] }
    const merged = mergeGroups(
      new Map([
        ['one', [group('apps', { v1: [one] })]],
        ['other', [group('apps', { v1: [other] })]],
      ]),
    )
    expect(merged[0]!.versions![0]!.resources).toEqual([
      {
        resource: 'a',
        verbs: ['create', 'delete', 'get'],
        subresources: [{ subresource: 'scale' }, { subresource: 'status' }],
      },
    ])
  })
})
