import { expect, it } from 'vitest'
import { recordDiscovery, resourceFacts } from './discovery.ts'
import { recordedSource } from './testing/recorded-source.ts'

// Of kube-apiserver 1.24: no singular names yet.
const pods = {
  name: 'pods',
  singularName: '',
  namespaced: true,
  kind: 'Pod',
  verbs: ['get', 'list'],
  shortNames: ['po'],
  categories: ['all'],
  storageVersionHash: 'xPOwRZ+Yhw8=',
}
const eviction = {
  name: 'pods/eviction',
  singularName: '',
  namespaced: true,
  group: 'policy',
  version: 'v1',
  kind: 'Eviction',
  verbs: ['create'],
}
const nodes = { name: 'nodes', singularName: '', namespaced: false, kind: 'Node', verbs: ['get'] }

it('puts subresources under their resource, with the group of another kind', () => {
  expect(resourceFacts([nodes, pods, eviction])).toEqual([
    { name: 'nodes', kind: 'Node', scope: 'Cluster', singular: '', verbs: ['get'] },
    {
      name: 'pods',
      kind: 'Pod',
      scope: 'Namespaced',
      singular: '',
      verbs: ['get', 'list'],
      shortNames: ['po'],
      categories: ['all'],
      subresources: [
        {
          name: 'eviction',
          kind: 'Eviction',
          responseGroup: 'policy',
          responseVersion: 'v1',
          verbs: ['create'],
        },
      ],
      storageVersionHash: 'xPOwRZ+Yhw8=',
    },
  ])
})

it('does not lose a subresource of nothing', () => {
  expect(() => resourceFacts([eviction])).toThrow('discovery has pods/eviction without the resource')
})

it('reads the group documents in the order of the groups, core first', async () => {
  const source = recordedSource({
    '/': { paths: ['/api', '/apis'] },
    '/api': { versions: ['v1'] },
    '/apis': {
      groups: [
        {
          name: 'policy',
          versions: [{ version: 'v1' }, { version: 'v1beta1' }],
          preferredVersion: { version: 'v1' },
        },
        { name: 'apps', versions: [{ version: 'v1' }], preferredVersion: { version: 'v1' } },
      ],
    },
    '/api/v1': { resources: [pods] },
    '/apis/policy/v1': { resources: [] },
    '/apis/policy/v1beta1': { resources: [] },
    '/apis/apps/v1': { resources: [] },
  })
  const { groupVersions, ...rest } = await recordDiscovery(source, 'v1.24.17')
  expect(groupVersions.map(({ group, version }) => `${group}/${version}`)).toEqual([
    '/v1',
    'policy/v1',
    'policy/v1beta1',
    'apps/v1',
  ])
  expect(rest).toEqual({
    release: '1.24',
    recordedFrom: 'v1.24.17',
    paths: ['/api', '/apis'],
    preferredVersions: { policy: 'v1', apps: 'v1' },
  })
})
