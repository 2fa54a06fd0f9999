import { expect, it } from 'vitest'
import { idleWait } from './idle-wait.ts'

it('waits for as many turns as fit, however late each of them comes', async () => {
  const turns: number[] = []
  await idleWait(60, async (ms) => {
    turns.push(ms)
  })
  expect(turns).toEqual([25, 25, 10])
})

it('waits at least so long by itself', async () => {
  const before = performance.now()
  await idleWait(30)
  expect(performance.now() - before).toBeGreaterThan(28)
})
