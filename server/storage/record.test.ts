import { expect, it } from 'vitest'
import { sharedObject } from '../../component-base/shared-objects.ts'
import { encodeRecord, holdObject } from './record.ts'

const record = (name: string) =>
  encodeRecord(
    { key: `/${name}`, createRevision: 1, modRevision: 1, writtenBy: '1.36' },
    { apiVersion: 'v1', kind: 'X', metadata: { name } },
  )

/** Uses so many other records that nothing is left of those before. */
const others = (): void => {
  for (let i = 0; i < 3000; i++) record(`other-${i}`)
}

it('is the same object while it is used, and an equal one later', () => {
  const one = record('one')
  const { object } = one
  expect(one.object).toBe(object)
  others()
  expect(one.object).toEqual(object)
})

it('finds what an informer holds', () => {
  const one = record('one')
  others()
  const other = record('two')
  const informed = sharedObject(other.bytes)
  others()
  expect([one.object.metadata.name, other.object.metadata.name]).toEqual(['one', 'two'])
  expect(sharedObject(other.bytes)).toBe(informed)
})

it('stays one object where somebody keeps something by it', () => {
  const one = record('one')
  others()
  holdObject(one)
  const { object } = one
  others()
  expect(one.object).toBe(object)
})
