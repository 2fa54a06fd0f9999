import { expect, it } from 'vitest'
import { objectFacts, recordBootstrapObjects } from './bootstrap-objects.ts'

const list = (name: string) => ({
  name,
  kind: 'Any',
  scope: 'Cluster' as const,
  singular: '',
  verbs: ['get', 'list'],
})
const discovery = {
  release: '1.29',
  recordedFrom: 'v1.29.15',
  paths: [],
  preferredVersions: { apps: 'v1' },
  groupVersions: [
    {
      group: '',
      version: 'v1',
      freshness: 'Current',
      resources: [list('namespaces'), list('events'), { ...list('bindings'), verbs: ['create'] }],
    },
    { group: 'apps', version: 'v1beta1', freshness: 'Current', resources: [list('deployments')] },
  ],
}

it('leaves out what differs from one start to the next', () => {
  const endpoints = {
    metadata: {
      uid: '1',
      resourceVersion: '2',
      creationTimestamp: '2026',
      managedFields: [],
      name: 'kubernetes',
    },
    subsets: [{ ports: [{ port: 43210 }], addresses: [{ ip: '192.0.2.2' }] }],
  }
  expect(objectFacts(endpoints, 43210)).toEqual({
    metadata: { name: 'kubernetes' },
    subsets: [{ ports: [{ port: 17300 }], addresses: [{ ip: '192.0.2.2' }] }],
  })
})

it('keeps ports and texts that are not of the start', () => {
  const service = {
    metadata: { name: 'kubernetes' },
    spec: { ports: [{ port: 443, targetPort: 43210 }], limit: 43210 },
    data: { since: 'the beginning' },
  }
  expect(objectFacts(service, 43210)).toEqual({
    data: { since: 'the beginning' },
    metadata: { name: 'kubernetes' },
    spec: { limit: 43210, ports: [{ port: 443, targetPort: 17300 }] },
  })
})

it('writes the same time for all recordings, and no prose', () => {
  const cidr = {
    metadata: { name: 'kubernetes', annotations: { description: 'Of the cluster' } },
    data: { since: '2026-11-22' },
    status: { conditions: [{ type: 'Ready', lastTransitionTime: '2026-11-22T20:58:09Z' }] },
  }
  expect(objectFacts(cidr, 1)).toEqual({
    data: { since: '2026-11-21' },
    metadata: { annotations: {}, name: 'kubernetes' },
    status: { conditions: [{ lastTransitionTime: '2026-11-21T00:00:00Z', type: 'Ready' }] },
  })
})

/** A server whose list grows until it has as many objects as `most`. */
const growing = (most: number) => {
  let asked = 0
  const paths: string[] = []
  return {
    paths,
    async text(path: string) {
      paths.push(path)
      asked = Math.min(asked + 1, most)
      return JSON.stringify({
        items: Array.from({ length: asked }, (_, i) => ({ metadata: { name: `${i}` } })),
      })
    },
  }
}
const asking = { times: 5, pause: async () => {} }

it('waits until a server has made all objects, of lists that stay', async () => {
  const source = growing(3)
  const objects = await recordBootstrapObjects(source, discovery, 1, asking)
  expect(objects['/api/v1/namespaces']).toHaveLength(3)
  expect([...new Set(source.paths)]).toEqual(['/api/v1/namespaces'])
})

it('gives up on a server that never has', async () => {
  await expect(recordBootstrapObjects(growing(99), discovery, 1, asking)).rejects.toThrow(
    'still changes its objects after being asked 5 times',
  )
})
