import { expect, it } from 'vitest'
import { EtcdRecord } from './etcd-record.ts'

const object = { apiVersion: 'v1', kind: 'X', metadata: { name: 'one' }, data: 'as written' }
const decoded = { ...object, data: 'as stored' }
const head = { key: '/one', createRevision: 1, modRevision: 2 }
const stored = Buffer.from('stored')

it('stays what was written, with its defaults, though the object was let go', () => {
  const one = new EtcdRecord(head, stored, () => decoded, { object, writtenBy: '1.36' })
  one.loosen()
  const made = { ...object, metadata: { name: 'one', resourceVersion: '2' } }
  expect(one.object).toEqual(made)
  one.letGo()
  expect(JSON.parse(one.bytes.toString())).toEqual(made)
  expect(one.deletedAt(3).object).toEqual({ ...object, metadata: { name: 'one', resourceVersion: '3' } })
})

it('lets the object of a creation go after some others, and has it again', () => {
  const created = { ...head, modRevision: 1 }
  const one = new EtcdRecord(created, stored, () => decoded, { object, writtenBy: '1.36' })
  const first = one.object
  for (let i = 0; i < 64; i++) new EtcdRecord(created, stored, () => decoded, { object, writtenBy: '1.36' })
  expect(one.object).not.toBe(first)
  expect(one.object).toEqual(first)
})

it('is decoded again where others have written it', () => {
  let times = 0
  const one = new EtcdRecord(head, stored, () => {
    times++
    return decoded
  })
  expect(one.object.metadata.resourceVersion).toBe('2')
  void one.object
  expect(times).toBe(1)
  expect(one.deletedAt(3).object).toMatchObject({ data: 'as stored', metadata: { resourceVersion: '3' } })
  expect(times).toBe(1)
})
