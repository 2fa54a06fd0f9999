import { expect, it } from 'vitest'
import { armored, pemBlocks } from './pem.ts'

it('finds blocks between other text', () => {
  const text = `x\n-----BEGIN A-----\nB: c\n\nAAAA\n-----END A-----\n-----BEGIN D-----\n`
  expect(pemBlocks(text)).toEqual([
    { label: 'A', hasHeaders: true, bytes: Buffer.alloc(3), end: text.indexOf('-----BEGIN D') },
  ])
})

it('reads again what it has written', () => {
  const block = { label: 'ANY', bytes: Buffer.alloc(100, 7) }
  expect(pemBlocks(armored(block))).toMatchObject([block])
})

it('is soon done with a text of begins without an end', () => {
  expect(pemBlocks('-----BEGIN A-----\n'.repeat(60_000))).toEqual([])
})
