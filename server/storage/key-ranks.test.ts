import { expect, it } from 'vitest'
import { KeyRanks } from './key-ranks.ts'

it('counts what comes before a key, as keys come and go', () => {
  const ranks = new KeyRanks([])
  const there: string[] = []
  // Numbers that are not in order: a step that shares no factor with their count.
  const key = (i: number): string => `k${String((i * 7919) % 5000).padStart(4, '0')}`
  const expectCounts = (): void => {
    const sorted = [...there].sort()
    for (const asked of ['', 'k', 'k0000', 'k1234', 'k1234!', 'k4999', 'l'])
      expect(ranks.before(asked), asked).toBe(sorted.filter((one) => one < asked).length)
  }
  for (let i = 0; i < 5000; i++) {
    ranks.add(key(i))
    there.push(key(i))
    if (i % 500 === 0) expectCounts()
  }
  for (const [i, one] of [...there].entries()) {
    ranks.remove(one)
    there.shift()
    if (i % 500 === 0) expectCounts()
  }
  expect(ranks.before('l')).toBe(0)
  ranks.add('k1')
  expect(ranks.before('l')).toBe(1)
})

it('begins with keys that are sorted', () => {
  const keys = Array.from({ length: 3000 }, (_, i) => `k${String(i).padStart(4, '0')}`)
  const ranks = new KeyRanks(keys)
  expect([ranks.before('k0000'), ranks.before('k1500'), ranks.before('k9999')]).toEqual([0, 1500, 3000])
})
