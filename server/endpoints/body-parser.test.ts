import { afterEach, expect, it, vi } from 'vitest'
import { CborItems } from '../../apimachinery/scheme/cbor/items.ts'
import { storedCbor } from '../../apimachinery/scheme/cbor/serializer.ts'
import { schemeFor } from '../../apimachinery/scheme/scheme.ts'
import { decodeBody } from './body-decoder.ts'
import { parseCborPatch } from './body-parser.ts'
import { cborType } from './negotiation.ts'

afterEach(() => vi.restoreAllMocks())

it('refuses CBOR that holds more than JSON may', async () => {
  const body = Buffer.concat([Buffer.from('a141619a00030d41', 'hex'), Buffer.alloc(200_001, 0xa0)])
  await expect(parseCborPatch(body, { minor: '1.36' })).rejects.toMatchObject({ code: 413 })
})

/** How many heads are read before others are served, then until they are served again, and so on. */
async function headsBetweenTurns(read: () => Promise<unknown>): Promise<number[]> {
  const head = vi.spyOn(CborItems.prototype, 'head')
  const marks: number[] = []
  const real = setImmediate
  const round = vi.spyOn(globalThis, 'setImmediate').mockImplementation(((work: () => void) => {
    marks.push(head.mock.calls.length)
    return real(work)
  }) as typeof setImmediate)
  await read()
  marks.push(head.mock.calls.length)
  head.mockRestore()
  round.mockRestore()
  return marks.map((mark, i) => mark - (marks[i - 1] ?? 0)).filter((heads) => heads > 0)
}

const scheme = schemeFor('1.36')
const configMap = (keys: number, more: object = {}): Buffer =>
  storedCbor({
    metadata: { name: 'a' },
    data: Object.fromEntries(Array.from({ length: keys }, (_, i) => [`k${i}`, 'v'.repeat(10)])),
    ...more,
  })
const wanted = { group: '', version: 'v1', kind: 'ConfigMap' }
const decoded = (body: Buffer) => async () => decodeBody(scheme, body, cborType, wanted)

it.each([
  ['an object', 3, (body: Buffer) => decoded(body)],
  ['an apply', 2, (body: Buffer) => () => parseCborPatch(body, scheme)],
])('lets others be served each time that a large body of %s is gone through', async (_name, passes, read) => {
  const heads = await headsBetweenTurns(read(configMap(5000)))
  expect(heads).toHaveLength(passes)
  expect(Math.max(...heads)).toBeLessThan(10_100)
  expect(await headsBetweenTurns(read(configMap(5)))).toHaveLength(1)
})

it('lets others be served before a body with unknown fields is read again', async () => {
  const heads = await headsBetweenTurns(decoded(configMap(5000, { what: 1 })))
  expect(heads).toHaveLength(4)
})

it('decodes small JSON at once, and large JSON between turns of others, to the same', async () => {
  const decodedJson = (keys: number, more: object = {}) => {
    const data = Object.fromEntries(Array.from({ length: keys }, (_, i) => [`k${i}`, 'v'.repeat(10)]))
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data, ...more }
    return decodeBody(scheme, Buffer.from(JSON.stringify(body)), 'application/json', wanted)
  }
  const [small, large] = [decodedJson(1, { what: 1 }), decodedJson(5000, { what: 1 })]
  expect(small).toMatchObject({
    object: { data: { k0: 'vvvvvvvvvv' } },
    strictErrors: ['unknown field "what"'],
  })
  expect(large).toBeInstanceOf(Promise)
  expect(await large).toMatchObject({ ...small, object: { data: { k4999: 'vvvvvvvvvv' } } })
  const other = { apiVersion: 'v2' }
  const refusal =
    /^ConfigMap in version "v2" cannot be handled as a ConfigMap: no kind "ConfigMap" is registered/
  expect(() => decodedJson(1, other)).toThrow(refusal)
  await expect(decodedJson(5000, other)).rejects.toThrow(refusal)
})
