import { expect, it } from 'vitest'
import { gatesOf } from '../../../component-base/testing/gates-of.ts'
import { DiscoveryPaths } from './discovery-paths.ts'
import type { ServedGroupVersion } from './resource-set.ts'

const served = (name: string): ServedGroupVersion => ({
  group: 'apps',
  version: 'v1',
  resources: [
    {
      name,
      singular: name,
      scope: 'Namespaced',
      kind: name,
      verbs: ['get'],
      storedAs: { group: 'apps', version: 'v1' },
    },
  ],
})

it('makes a list of resources once, and anew where others are served', () => {
  let now = served('a')
  const paths = new DiscoveryPaths({
    set: {
      groupVersions: [],
      warnings: [],
      groups: ['apps'],
      groupVersion: () => now,
      resource: () => undefined,
      versions: () => ['v1'],
    },
    minor: 36,
    gates: gatesOf('1.36'),
    serverAddress: '',
  })
  const asked = () =>
    paths.answer({ method: 'GET', path: '/apis/apps/v1', query: new URLSearchParams(), headers: {} })
  const first = asked()
  expect(first).toMatchObject({ status: 200, lasting: true, object: { resources: [{ name: 'a' }] } })
  expect(asked()?.object).toBe(first?.object)
  now = served('b')
  expect(asked()).toMatchObject({ object: { resources: [{ name: 'b' }] } })
})
