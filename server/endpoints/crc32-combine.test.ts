import { crc32 } from 'node:zlib'
import { expect, it } from 'vitest'
import { crc32Combine } from './crc32-combine.ts'

it.each([0, 1, 2, 7, 255, 65_537, 1_000_003])('joins checksums, the second one of %i bytes', (length) => {
  const [first, second] = [Buffer.from('what stands before'), Buffer.alloc(length, 'kube-apiserver')]
  const whole = crc32(Buffer.concat([first, second]))
  expect(crc32Combine(crc32(first), crc32(second), length)).toBe(whole)
  expect(crc32Combine(0, crc32(second), length)).toBe(crc32(second))
})
