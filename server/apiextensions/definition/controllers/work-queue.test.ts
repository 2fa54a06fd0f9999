import { expect, it } from 'vitest'
import { FakeClock } from '../../../../component-base/clock.ts'
import { WorkQueue } from './work-queue.ts'

it('tries a key again that failed, later each time', async () => {
  const clock = new FakeClock()
  let calls = 0
  const queue = new WorkQueue(clock, 1, async () => {
    calls++
    if (calls < 3) throw new Error('not yet')
  })
  queue.add('a')
  await expect.poll(() => calls).toBe(1)
  clock.advance(5)
  await expect.poll(() => calls).toBe(2)
  clock.advance(9)
  expect(calls).toBe(2)
  clock.advance(1)
  await expect.poll(() => calls).toBe(3)
  await queue.stop()
})

it('handles a key once more that changes while it is handled, and never twice at once', async () => {
  let [running, most, calls] = [0, 0, 0]
  let go = (): void => {}
  const queue = new WorkQueue(new FakeClock(), 5, async () => {
    calls++
    running++
    most = Math.max(most, running)
    await new Promise<void>((resolve) => {
      go = resolve
    })
    running--
  })
  queue.add('a')
  await expect.poll(() => calls).toBe(1)
  queue.add('a')
  queue.add('a')
  go()
  await expect.poll(() => calls).toBe(2)
  go()
  await queue.stop()
  expect([calls, most]).toEqual([2, 1])
})
