import fc from 'fast-check'
import { expect, it } from 'vitest'
import { normalizeElementOrder } from './element-order.ts'

/** Upstream's way: an insertion sort with a comparison that is no order where an item has no place. */
function inserted(items: readonly number[], order: readonly number[]): number[] {
  const out = [...items]
  for (let i = 1; i < out.length; i++) {
    for (let j = i; j > 0; j--) {
      const [a, b] = [order.indexOf(out[j]!), order.indexOf(out[j - 1]!)]
      if (a >= 0 && b >= 0 && a >= b) break
      ;[out[j - 1], out[j]] = [out[j]!, out[j - 1]!]
    }
  }
  return out
}

it('orders items as an insertion sort does, those without a place too', () => {
  const numbers = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 20 })
  fc.assert(
    fc.property(numbers, numbers, (items, order) => {
      expect(normalizeElementOrder(items, [], order, [], '', false)).toEqual(inserted(items, order))
    }),
    { numRuns: 500, seed: 3 },
  )
})

it('orders many in little time, without places and with them', () => {
  const many = Array.from({ length: 50_000 }, (_, i) => i)
  expect(normalizeElementOrder(many, [], [], [], '', false)).toEqual([...many].reverse())
  expect(normalizeElementOrder([...many].reverse(), [], many, [], '', false)).toEqual(many)
})
