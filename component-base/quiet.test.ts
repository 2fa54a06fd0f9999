import { expect, it } from 'vitest'
import { untilQuiet } from './quiet.ts'

it('waits until as many turns as a component may need have passed without anything', async () => {
  let looks = 0
  let last = 0
  await untilQuiet(() => {
    looks++
    if (looks > 100) return false
    last = looks
    return looks % 30 === 0
  })
  expect(last).toBe(100)
  expect(looks).toBe(90 + 60)
})
