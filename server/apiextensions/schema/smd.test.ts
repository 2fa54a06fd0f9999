import { describe, expect, it } from 'vitest'
import { schemeFor } from '../../../apimachinery/scheme/scheme.ts'
import { smdTypeOf } from './smd.ts'

const scheme = schemeFor('1.36')

describe('the type of a custom resource for server-side apply', () => {
  const { atom } = smdTypeOf(scheme, {
    type: 'object',
    properties: {
      ports: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['port'],
        items: { type: 'object', properties: { port: { type: 'integer', default: 80 } } },
      },
      names: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
      plain: { type: 'array', items: { type: 'string' } },
      whole: { type: 'object', 'x-kubernetes-map-type': 'atomic', additionalProperties: { type: 'string' } },
      amount: { 'x-kubernetes-int-or-string': true },
      template: { type: 'object', 'x-kubernetes-embedded-resource': true },
    },
  })
  const typeOf = (name: string) => atom?.map?.fields.get(name)?.type.atom

  it('knows sets, keyed lists with their defaults, and what is atomic', () => {
    expect(typeOf('ports')?.list).toMatchObject({ atomic: false, keys: ['port'] })
    expect(typeOf('ports')?.list?.element.atom?.map?.fields.get('port')?.default).toBe(80)
    expect(typeOf('names')?.list).toMatchObject({ atomic: false, keys: [] })
    expect(typeOf('plain')?.list?.atomic).toBe(true)
    expect(typeOf('whole')?.map?.atomic).toBe(true)
    expect(typeOf('amount')?.scalar).toBe('untyped')
  })

  it('has the metadata of the release, also in embedded objects', () => {
    for (const map of [atom?.map, typeOf('template')?.map])
      expect(map?.fields.get('metadata')?.type.atom?.map?.fields.has('ownerReferences')).toBe(true)
  })

  it('takes unknown fields where the definition preserves them, and none elsewhere', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } } }
    expect(smdTypeOf(scheme, schema).atom?.map?.element).toBeUndefined()
    expect(smdTypeOf(scheme, schema, true).atom?.map?.element).toBeDefined()
  })
})
