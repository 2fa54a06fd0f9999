import { expect, it } from 'vitest'
import { Warnings } from './warnings.ts'

it('tells each text once, in order', () => {
  const warnings = new Warnings()
  for (const text of ['b', 'a', '', 'b']) warnings.add(text)
  expect(warnings.texts).toEqual(['b', 'a'])
})

it('cuts texts once there are too many, and stops', () => {
  const warnings = new Warnings()
  for (let i = 0; i < 50_000; i++) warnings.add(`${i} ${'é'.repeat(300)}`)
  expect(warnings.texts).toHaveLength(16)
  expect(warnings.texts[0]).toBe(`0 ${'é'.repeat(254)}`)
})
