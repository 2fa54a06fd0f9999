import { expect, it } from 'vitest'
import { growthOf } from '../testing/linear-time.ts'
import { IncomingBytes } from './incoming-bytes.ts'

it('holds what has come and is not read, and leaves what was handed out as it was', () => {
  const incoming = new IncomingBytes(Buffer.from('ab'))
  const first = incoming.unread
  incoming.add(Buffer.from('cd'))
  incoming.drop(3)
  const second = incoming.unread
  incoming.add(Buffer.from('efgh'))
  expect([first, second, incoming.unread].map(String)).toEqual(['ab', 'd', 'defgh'])
  incoming.drop(5)
  expect(incoming.unread).toHaveLength(0)
  incoming.add(Buffer.from('i'))
  expect([first, second, incoming.unread].map(String)).toEqual(['ab', 'd', 'i'])
  incoming.drop(Infinity)
  expect(incoming.unread).toHaveLength(0)
})

it('takes a time that grows with the bytes of a frame, in however small pieces they come', () => {
  const read = (text: string): number => {
    const incoming = new IncomingBytes(Buffer.alloc(0))
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; at += 64) incoming.add(bytes.subarray(at, at + 64))
    return incoming.unread.length
  }
  expect(growthOf(read, (length) => 'x'.repeat(length), 1024 * 1024)).toMatchObject({ linear: true })
})
