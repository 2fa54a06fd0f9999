import { expect, it } from 'vitest'
import { remoteOf } from './api-services.ts'

it('leaves APIServices without a service to the server itself', () => {
  const object = { apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService', metadata: { name: 'v1.a' } }
  expect(remoteOf({ ...object, spec: { group: 'a', version: 'v1' } })).toBeUndefined()
  expect(remoteOf({ ...object, spec: { group: 'a', version: 'v1', service: { name: 's' } } })).toMatchObject({
    service: { namespace: '', name: 's', port: 443 },
    isAvailable: false,
  })
})
