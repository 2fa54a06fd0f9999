import { expect, it } from 'vitest'
import { CommonPace, Pace, turns } from './pace.ts'

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

it('lets others be served between pieces that come together', async () => {
  const pace = new CommonPace(10)
  const seen: (number | string)[] = []
  const piece = (cost: number) =>
    pace.run(() => {
      pace.note(cost)
      seen.push(cost)
    })
  const all = [4, 6, 11, 12].map(piece)
  setImmediate(() => seen.push('other'))
  await all[2]
  setImmediate(() => seen.push('another'))
  await Promise.all(all)
  expect(seen).toEqual([4, 6, 'other', 11, 'another', 12])
})
