import { expect, it } from 'vitest'
import { aggregatedResources, legacyResources } from './discovered-resources.ts'

const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

it('reads a list of resources with their subresources', async () => {
  const list = {
    resources: [
      { name: 'flunders', singularName: 'flunder', namespaced: true, kind: 'Flunder', verbs: ['get'] },
      { name: 'flunders/status', singularName: '', namespaced: true, kind: 'Flunder', verbs: ['patch'] },
    ],
  }
  expect(await legacyResources(bytes(list))).toEqual([
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

it('reads a list of a server that lies, in a time that grows with its length', async () => {
  const resources = Array.from({ length: 20_000 }, (_, i) => ({
    name: i % 2 === 0 ? `r${i}` : `r${i - 1}/status`,
  }))
  const read = await legacyResources(bytes({ resources }))
  expect([read.length, read[9999]?.subresources?.length]).toEqual([10_000, 1])
  const more = legacyResources(bytes({ resources: [...resources, ...resources, ...resources] }))
  await expect(more).rejects.toThrow('json: more than 50000 values')
})

it.each([
  [
    { resources: { length: 5 } },
    'cannot unmarshal object into Go struct field APIResourceList.resources of type []v1.APIResource',
  ],
  [
    { resources: [{ name: 'a', verbs: 5 }] },
    'cannot unmarshal number into Go struct field APIResource.resources.verbs of type []string',
  ],
  [
    { resources: [{ name: {} }] },
    'cannot unmarshal object into Go struct field APIResource.resources.name of type string',
  ],
])('refuses the list %j as Go does', async (list, message) => {
  await expect(legacyResources(bytes(list))).rejects.toThrow(message)
})

it('reads of an aggregated document one group version, whatever types a server gives', async () => {
  const documentOf = (resource: unknown): Buffer =>
    bytes({ items: [{ metadata: { name: 'g' }, versions: [{ version: 'v1', resources: [resource] }] }] })
  const of = { group: 'g', version: 'v1' }
  const thing = { resource: '__proto__', verbs: null, responseKind: null, subresources: [null] }
  expect(await aggregatedResources(documentOf(thing), of)).toEqual([
    expect.objectContaining({ name: '__proto__', verbs: [], kind: '', subresources: [expect.anything()] }),
  ])
  expect(await aggregatedResources(documentOf(thing), { ...of, version: 'v2' })).toEqual([])
  await expect(
    aggregatedResources(documentOf({ resource: 'a', subresources: { a: 1 } }), of),
  ).rejects.toThrow(
    'cannot unmarshal object into Go struct field APIResourceDiscovery.items.versions.resources.subresources',
  )
})
