import { expect, it } from 'vitest'
import { recordTables } from './tables.ts'
import { recordedSource } from './testing/recorded-source.ts'

const asTable = 'application/json;as=Table;v=v1;g=meta.k8s.io'
const resource = (name: string, verbs: string[]) => ({
  name,
  kind: 'Any',
  scope: 'Cluster' as const,
  singular: '',
  verbs,
})

it('records the columns of what can be listed', async () => {
  const columns = [
    { name: 'Name', type: 'string', format: 'name', description: 'Name must be unique', priority: 0 },
    { name: 'Age', type: 'string', format: '', description: 'CreationTimestamp', priority: 1 },
  ]
  const source = recordedSource({
    [`/api/v1/nodes?limit=1 ${asTable}`]: { kind: 'Table', columnDefinitions: columns, rows: [] },
    [`/apis/apps/v1/deployments?limit=1 ${asTable}`]: { kind: 'Table', columnDefinitions: [columns[0]] },
  })
  const tables = await recordTables(source, {
    release: '1.29',
    recordedFrom: 'v1.29.15',
    paths: [],
    preferredVersions: {},
    groupVersions: [
      { group: '', version: 'v1', freshness: 'Current', resources: [resource('nodes', ['list'])] },
      {
        group: 'apps',
        version: 'v1',
        freshness: 'Current',
        resources: [resource('reviews', ['create']), resource('deployments', ['get', 'list'])],
      },
    ],
  })
  expect(tables).toEqual({
    'v1/nodes': [
      ['Name', 'string', 'name', 0],
      ['Age', 'string', '', 1],
    ],
    'apps/v1/deployments': [['Name', 'string', 'name', 0]],
  })
})
