import { expect, it } from 'vitest'
import { decodeMessage, encodeMessage, messageJson } from './messages.ts'

const header = { cluster_id: 0xcdf818194e3a8c32n, member_id: 0x8e9e05c52164694dn, revision: 7, raft_term: 2 }

it('carries ids of 64 bits, nested messages and lists', () => {
  const answer = {
    header,
    kvs: [
      { key: Buffer.from('a'), mod_revision: 7, value: Buffer.from([0, 255]) },
      { key: Buffer.from('b'), version: 300 },
    ],
    count: 2,
  }
  expect(decodeMessage('RangeResponse', encodeMessage('RangeResponse', answer))).toEqual(answer)
})

it('is JSON as Go prints it', () => {
  expect(messageJson('PutResponse', { header })).toBe(
    '{"header":{"cluster_id":14841639068965178418,"member_id":10276657743932975437,"revision":7,"raft_term":2}}',
  )
})
