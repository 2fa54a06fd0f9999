import { afterEach, expect, it, vi } from 'vitest'
import { schemeFor } from '../scheme.ts'
import { CborItems } from './items.ts'
import { CborSerializer, parseCbor } from './serializer.ts'

afterEach(() => vi.restoreAllMocks())

const limits = { levels: 10_000, elements: 2_147_483_647, pairs: 2_097_152 }
const map = (pairs: string): Buffer => Buffer.from(`a1${pairs}`, 'hex')
const data = '4464617461'
/** Tags that mean nothing to anybody, in a row. */
const tags = (count: number): string => 'd8ff'.repeat(count)
const serializer = new CborSerializer(schemeFor('1.36'))

/** How many heads are read. */
async function headsOf(read: (data: Buffer) => unknown, body: Buffer): Promise<number> {
  const head = vi.spyOn(CborItems.prototype, 'head')
  await read(body)
  const { length } = head.mock.calls
  head.mockRestore()
  return length
}

it.each<[string, (data: Buffer) => unknown, (count: number) => Buffer]>([
  ['any data', (body) => parseCbor(body, limits), (count) => map(`${data}${tags(count)}01`)],
  ['a key', (body) => parseCbor(body, limits), (count) => map(`${tags(count)}416101`)],
  [
    'a field',
    (body) => serializer.decode('v1', 'ConfigMap', body, async () => {}),
    (count) => map(`${data}${tags(count)}a1416b4176`),
  ],
  [
    'a number or text',
    (body) => serializer.decode('v1', 'Service', body, async () => {}),
    (count) =>
      map(`4473706563a145706f72747381a14a${Buffer.from('targetPort').toString('hex')}${tags(count)}05`),
  ],
])('reads each of the tags before %s a few times, however many they are', async (_name, read, body) => {
  const [few, many] = [await headsOf(read, body(2000)), await headsOf(read, body(4000))]
  expect(few).toBeGreaterThanOrEqual(4000)
  expect(many - few).toBeLessThanOrEqual(5 * 2000)
})

it('refuses a tag that does not fit, wherever it stands in a row', () => {
  const wrong = (found: string): string => `cbor: tag number 0 must be followed by text string, got ${found}`
  expect(() => parseCbor(map(`${data}${tags(3)}c005`), limits)).toThrow(wrong('positive integer'))
  expect(() => parseCbor(map(`${data}${tags(3)}c0${tags(3)}05`), limits)).toThrow(wrong('tag'))
  const second = Buffer.from(`a24161${tags(3)}05${data}${tags(1)}c005`, 'hex')
  expect(() => parseCbor(second, limits)).toThrow(wrong('positive integer'))
})
