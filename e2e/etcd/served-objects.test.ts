import { expect, it } from 'vitest'
import { recordedReleases } from '../../component-base/release-facts.ts'
import { servedKinds, servedObject } from './served-objects.ts'

/** Kinds of which a server takes an object only with a proof that a node makes. */
const none = new Set(['podcertificaterequests'])

it.each(recordedReleases())('has an object of every kind that release %s stores', (release) => {
  const kinds = servedKinds(release, 'discovery-all')
  const missing = kinds.filter(
    (kind) => servedObject(kind, { name: 'a', namespace: 'n', number: 1 }) === undefined,
  )
  expect(missing.filter(({ resource }) => !none.has(resource))).toEqual([])
})

it('names objects as their kinds ask for', () => {
  const kind = { apiVersion: 'networking.k8s.io/v1', resource: 'ipaddresses', namespaced: false }
  expect(servedObject(kind, { name: 'a', namespace: 'n', number: 7 })).toMatchObject({
    name: '192.0.2.7',
    path: '/apis/networking.k8s.io/v1/ipaddresses',
  })
})
