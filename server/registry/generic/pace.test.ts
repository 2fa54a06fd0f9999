import { expect, it } from 'vitest'
import { Pace, turns } from './pace.ts'

it('is due after so many items, or so many bytes', () => {
  const count = (bytes: number): number => {
    const pace = new Pace()
    return Array.from({ length: 10_000 }, () => pace.isDue(bytes)).filter(Boolean).length
  }
  expect(count(1)).toBe(10)
  expect(count(1024 * 1024)).toBe(5000)
})

it('lets what waits have its turn', async () => {
  const seen: string[] = []
  setImmediate(() => seen.push('other'))
  await turns()
  expect(seen).toEqual(['other'])
})
