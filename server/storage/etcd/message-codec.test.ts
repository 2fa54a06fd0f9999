import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ProtobufError } from '../../../apimachinery/scheme/protobuf-wire.ts'
import { decodeMessage, encodeMessage } from './message-codec.ts'

const header = { cluster_id: 0xcdf818194e3a8c32n, member_id: 0x8e9e05c52164694dn, revision: 7, raft_term: 2 }
const hex = (bytes: Buffer): string => bytes.toString('hex')

it('carries ids of 64 bits, nested messages and lists', () => {
  const a = { key: Buffer.from('a'), mod_revision: 7, value: Buffer.from([0, 255]) }
  const answer = { header, kvs: [a, { key: Buffer.from('b'), version: 300, lease: -2n }], count: 2 }
  expect(decodeMessage('RangeResponse', encodeMessage('RangeResponse', answer))).toMatchObject(answer)
})

it('writes what the wire of protobuf has, and nothing of zero values', () => {
  const key = Buffer.from('k')
  const compare = [{ target: 'MOD' as const, key, mod_revision: 300 }]
  const success = [{ request_put: { key, value: Buffer.from('v'), lease: 0 } }]
  const failure = [{ request_range: { key } }]
  // As Go's generated code marshals them.
  expect(hex(encodeMessage('TxnRequest', { compare, success, failure }))).toBe(
    '0a0810021a016b30ac0212081206' + '0a016b120176' + '1a050a030a016b',
  )
  expect(hex(encodeMessage('WatchRequest', { create_request: {} }))).toBe('0a00')
  expect(hex(encodeMessage('LeaseGrantRequest', { TTL: 5, ID: 2 ** 47 }))).toBe('0805108080808080802' + '0')
})

it('fills in what was not said', () => {
  expect(decodeMessage('WatchResponse', Buffer.alloc(0))).toEqual({
    header: undefined,
    watch_id: 0,
    created: false,
    canceled: false,
    compact_revision: 0,
    cancel_reason: '',
    events: [],
  })
  expect(decodeMessage('Event', Buffer.alloc(0)).type).toBe('PUT')
})

it('leaves out fields that it does not know, and those of another type', () => {
  const unknown = Buffer.from('7a0201027d01020304' + '790102030405060708' + '7801', 'hex')
  const bytes = Buffer.concat([unknown, encodeMessage('ResponseHeader', { revision: 9 }), unknown])
  expect(decodeMessage('ResponseHeader', bytes).revision).toBe(9)
  expect(decodeMessage('ResponseHeader', Buffer.from('1a0107', 'hex')).revision).toBe(0)
})

it('gives views of what it reads', () => {
  const bytes = encodeMessage('KeyValue', { key: Buffer.from('k'), value: Buffer.from('value') })
  expect(decodeMessage('KeyValue', bytes).value.buffer).toBe(bytes.buffer)
})

it.each(['0a', '0a05', '0a0500', '08', '10ffffffffffffffffffffff', '07', '0b', '0a020a05'])(
  'refuses %s',
  (text) => {
    expect(() => decodeMessage('StatusResponse', Buffer.from(text, 'hex'))).toThrow(ProtobufError)
  },
)

it('reads what it wrote', () => {
  const bytes = fc.uint8Array({ maxLength: 300 }).map((all) => Buffer.from(all))
  const int = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
  const lease = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
  const all = { key: bytes, create_revision: int, mod_revision: int, version: int, value: bytes, lease }
  const events = fc.array(
    fc.record({ type: fc.constantFrom('PUT' as const, 'DELETE' as const), kv: fc.record(all) }),
  )
  const headers = fc.record({ cluster_id: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), revision: int })
  fc.assert(
    fc.property(fc.record({ header: headers, events, cancel_reason: fc.string() }), (message) => {
      expect(decodeMessage('WatchResponse', encodeMessage('WatchResponse', message))).toMatchObject(message)
    }),
  )
})

it('survives any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      try {
        decodeMessage('RangeResponse', Buffer.from(bytes))
      } catch (error) {
        expect(error).toBeInstanceOf(ProtobufError)
      }
    }),
  )
})
