import { expect, it } from 'vitest'
import { newStructural } from '../../schema/structural.ts'
import { type ModelForm, resourceModel } from './model.ts'

const documented = { externalDocs: { url: 'https://example.com' }, example: { size: 's' } }
const schema = {
  type: 'object',
  ...documented,
  properties: { spec: { type: 'object', ...documented, allOf: [{ ...documented, minProperties: 1 }] } },
}

it.each([
  ['v3', true],
  ['v3', false],
  ['v2', true],
] as const)('publishes what documents a schema, but not in its validations: %s %s', (form, documents) => {
  const { structural } = newStructural(schema)
  const options: ModelForm = { form, preserves: false, documents }
  const model = resourceModel({ group: 'example.com', version: 'v1', kind: 'Widget' }, structural, options)
  const shown = documents ? documented : {}
  expect(model).toMatchObject(shown)
  expect(model.properties?.['spec']).toEqual({
    type: 'object',
    ...shown,
    ...(form === 'v3' && { allOf: [{ minProperties: 1 }] }),
  })
  expect(Object.keys(model).includes('example')).toBe(documents)
})
