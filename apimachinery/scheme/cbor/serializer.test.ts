import { expect, it } from 'vitest'
import { schemeFor } from '../scheme.ts'
import { CborSerializer, parseCbor, storedCbor } from './serializer.ts'

const limits = { levels: 10_000, elements: 2_147_483_647, pairs: 2_097_152 }

it('stores bytes in memory of their own', () => {
  for (const length of [10, 3000]) {
    const bytes = storedCbor({ a: 'x'.repeat(length) })
    expect(bytes.buffer.byteLength).toBe(bytes.length)
  }
})

it.each([
  ['3b7fffffffffffffff', -(2 ** 63)],
  ['fadf000002', -(2 ** 63 + 2 ** 41)],
  ['fa5f000000', 2 ** 63],
  ['1b7ffffffffffffc00', 2 ** 63 - 1024],
  ['1b0020000000000000', 2 ** 53],
  ['3b001fffffffffffff', -(2 ** 53)],
])('writes %s, and reads it back', (hex, value) => {
  const bytes = storedCbor({ a: value })
  expect(bytes.subarray(6).toString('hex')).toBe(hex)
  expect(parseCbor(bytes, limits).value).toEqual({ a: value })
})

it.each([
  ['1 and 1.0', '01', 'f93c00', false],
  ['1, tagged, and 1.0', 'd86401', 'f93c00', false],
  ['1.0, tagged, and 1', 'd864f93c00', '01', false],
  ['null and text', 'f6', '453c6e696c3e', false],
  ['1 and 1', '01', '1801', true],
  ['1 and 1, tagged', '01', 'd86401', true],
  ['1.0 and 1.0', 'f93c00', 'fa3f800000', true],
])('takes %s for one key only where they are', async (_name, first, second, twice) => {
  const data = Buffer.from(`a2${first}01${second}01`, 'hex')
  const reading = new CborSerializer(schemeFor('1.36')).decode('v1', 'ConfigMap', data, async () => {})
  await expect(reading).rejects.toThrow(
    twice
      ? 'cbor: found duplicate map key 1 at map element index 1'
      : / of type string \(map key is of type /,
  )
})
