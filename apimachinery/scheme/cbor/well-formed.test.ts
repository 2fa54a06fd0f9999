import { expect, it } from 'vitest'
import { checkWellFormed } from './well-formed.ts'

const limits = { levels: 10_000, elements: 2_147_483_647, pairs: 2_097_152 }
const check = (hex: string): number => checkWellFormed(Buffer.from(hex, 'hex'), limits)

it('goes as deep as the release does, without a stack', () => {
  expect(check(`${'81'.repeat(10_000)}00`)).toBe(10_000)
  expect(check(`${'9f'.repeat(10_000)}${'ff'.repeat(10_000)}`)).toBe(10_000)
  for (const open of ['81', '9f', 'bf40', 'c6'])
    expect(() => check(`${open.repeat(20_000)}00`)).toThrow('cbor: exceeded max nested level 10000')
})

it('takes no length at its word', () => {
  for (const head of ['5b00000000ffffffff', '9a7fffffff', 'ba001fffff'])
    expect(() => check(head)).toThrow('unexpected EOF')
})

it('counts what costs more than it can mean', () => {
  expect(check(`9a000186a0${'f6'.repeat(100_000)}`)).toBe(100_001)
  expect(check(`9a000186a0${'00'.repeat(100_000)}`)).toBe(1)
})
