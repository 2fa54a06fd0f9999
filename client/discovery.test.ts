import { expect, it } from 'vitest'
import { resourceOfKind, type ServedResource, versionPath } from './discovery.ts'

it.each([
  ['v1', '/api/v1'],
  ['apps/v1', '/apis/apps/v1'],
])('%s stands at %s', (apiVersion, path) => {
  expect(versionPath(apiVersion)).toBe(path)
})

it('takes the resource of a kind, not what is below it', () => {
  const resource = (name: string, kind: string): ServedResource => ({
    name,
    kind,
    namespaced: true,
    verbs: [],
  })
  const served = [
    resource('deployments/scale', 'Scale'),
    resource('deployments/status', 'Deployment'),
    resource('deployments', 'Deployment'),
  ]
  expect(resourceOfKind(served, 'Deployment')?.name).toBe('deployments')
  expect(resourceOfKind(served, 'Scale')).toBeUndefined()
})
