import { expect, it } from 'vitest'
import { messageJson } from './message-json.ts'

it('is JSON as Go prints it', () => {
  const header = {
    cluster_id: 0xcdf818194e3a8c32n,
    member_id: 0x8e9e05c52164694dn,
    revision: 7,
    raft_term: 2,
  }
  expect(messageJson('PutResponse', { header })).toBe(
    '{"header":{"cluster_id":14841639068965178418,"member_id":10276657743932975437,"revision":7,"raft_term":2}}',
  )
})

it('prints enums by number and leaves out what is zero', () => {
  const kv = { key: Buffer.from('a'), lease: 7587891573948741123n, version: 0 }
  expect(messageJson('Event', { type: 'DELETE', kv })).toBe(
    '{"type":1,"kv":{"key":"YQ==","lease":7587891573948741123}}',
  )
  expect(messageJson('Event', { type: 'PUT' })).toBe('{}')
})
