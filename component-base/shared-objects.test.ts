import { expect, it } from 'vitest'
import { noteObject, sharedObject } from './shared-objects.ts'

it('is changed by nobody, where tests run', () => {
  const bytes = Buffer.from('{"metadata":{"labels":{"a":"b"}},"items":[{"c":1}]}')
  const object = sharedObject(bytes) as { metadata: { labels: { a: string } }; items: { c: number }[] }
  expect(() => {
    object.metadata.labels.a = 'c'
  }).toThrow(TypeError)
  expect(() => {
    object.items.push({ c: 2 })
  }).toThrow(TypeError)
  expect(() => {
    object.items[0]!.c = 2
  }).toThrow(TypeError)
  expect(sharedObject(bytes)).toBe(object)
})

it('is the one that is at hand, unless others have one', () => {
  const bytes = Buffer.from('{"a":{"b":1}}')
  const own = { a: { b: 1 } }
  noteObject(bytes, own)
  expect(sharedObject(bytes)).toBe(own)
  expect(Object.isFrozen(own.a)).toBe(true)
  noteObject(bytes, { a: { b: 1 } })
  expect(sharedObject(bytes)).toBe(own)
})
