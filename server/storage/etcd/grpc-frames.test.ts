import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FrameReader, framed } from './grpc-frames.ts'

it('finds the messages wherever pieces end', () => {
  const messages = fc.array(fc.uint8Array({ maxLength: 30 }).map((all) => Buffer.from(all)))
  fc.assert(
    fc.property(messages, fc.integer({ min: 1, max: 12 }), (sent, size) => {
      const received: Buffer[] = []
      const reader = new FrameReader((message) => received.push(message))
      const bytes = Buffer.concat(sent.map(framed))
      for (let at = 0; at < bytes.length; at += size) reader.take(bytes.subarray(at, at + size))
      expect(received).toEqual(sent)
    }),
  )
})

it('refuses what is compressed', () => {
  const reader = new FrameReader(() => {})
  expect(() => reader.take(Buffer.from([1, 0, 0, 0, 0]))).toThrow('compressed')
})
