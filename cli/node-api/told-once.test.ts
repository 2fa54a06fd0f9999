import { expect, it } from 'vitest'
import { toldOnce } from './told-once.ts'

it('tells the same message once a minute, and another one at once', () => {
  let now = 5_000
  const told: string[] = []
  const tell = toldOnce({ now: () => now, setTimeout: () => () => {} }, (message) => told.push(message))
  tell('refused')
  tell('refused')
  now += 59_999
  tell('refused')
  expect(told).toEqual(['refused'])
  now += 1
  tell('refused')
  tell('reset')
  tell('refused')
  expect(told).toEqual(['refused', 'refused', 'reset', 'refused'])
})
