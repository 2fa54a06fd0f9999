import { expect, it } from 'vitest'
import { remoteOf } from './api-services.ts'
import { legacyResources } from './discovery.ts'

it('reads a list of resources with their subresources', () => {
  const list = {
    resources: [
      { name: 'flunders', singularName: 'flunder', namespaced: true, kind: 'Flunder', verbs: ['get'] },
      { name: 'flunders/status', singularName: '', namespaced: true, kind: 'Flunder', verbs: ['patch'] },
    ],
  }
  expect(legacyResources(Buffer.from(JSON.stringify(list)))).toEqual([
    {
      name: 'flunders',
      singular: 'flunder',
      scope: 'Namespaced',
      verbs: ['get'],
      group: '',
      version: '',
      kind: 'Flunder',
      subresources: [{ name: 'status', verbs: ['patch'], group: '', version: '', kind: 'Flunder' }],
    },
  ])
})

it('leaves APIServices without a service to the server itself', () => {
  const object = { apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService', metadata: { name: 'v1.a' } }
  expect(remoteOf({ ...object, spec: { group: 'a', version: 'v1' } })).toBeUndefined()
  expect(remoteOf({ ...object, spec: { group: 'a', version: 'v1', service: { name: 's' } } })).toMatchObject({
    service: { namespace: '', name: 's', port: 443 },
    isAvailable: false,
  })
})
