import { expect, it } from 'vitest'
import { V2Base } from './v2-text.ts'

const own = {
  swagger: '2.0',
  paths: { '/a': { get: {} } },
  definitions: { A: { type: 'object' } },
  gone: undefined,
}

it('is the JSON of the document where there is nothing more', () => {
  expect(new V2Base(own).with([])).toBe(JSON.stringify(own))
  const empty = { paths: {}, definitions: {} }
  expect(new V2Base(empty).with([empty])).toBe(JSON.stringify(empty))
})

it('adds parts, and leaves what is described already as it is', () => {
  const one = { paths: { '/b"': {}, '/a': {} }, definitions: { A: {}, B: {} } }
  const two = { paths: {}, definitions: { B: { type: 'string' }, ['__proto__']: {} } }
  const base = new V2Base(own)
  const whole = JSON.parse(base.with([one, two]))
  expect(whole.paths).toEqual({ '/b"': {}, '/a': { get: {} } })
  expect(Object.entries(whole.definitions)).toEqual([
    ['B', {}],
    ['__proto__', {}],
    ['A', { type: 'object' }],
  ])
  expect(JSON.parse(base.with([]))).toEqual(JSON.parse(JSON.stringify(own)))
})
