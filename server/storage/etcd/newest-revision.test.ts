import { expect, it } from 'vitest'
import { realClock } from '../../../component-base/clock.ts'
import { NewestRevision } from './newest-revision.ts'

it('shares a question only with those who asked before it was sent', async () => {
  const sent: ((revision: number) => void)[] = []
  const later = { setTimeout: () => () => {} }
  const newest = new NewestRevision(() => new Promise((resolve) => sent.push(resolve)), later)
  const first = newest.get()
  const others = [newest.get(), newest.get()]
  expect(sent).toHaveLength(1)
  sent[0]!(1)
  expect(await first).toBe(1)
  await new Promise((resolve) => setImmediate(resolve))
  expect(sent).toHaveLength(2)
  const last = newest.get()
  sent[1]!(2)
  expect(await Promise.all(others)).toEqual([2, 2])
  await new Promise((resolve) => setImmediate(resolve))
  expect(sent).toHaveLength(3)
  sent[2]!(3)
  expect(await last).toBe(3)
})

it('does not wait long for an answer that does not come', async () => {
  let times = 0
  const newest = new NewestRevision(
    () => (times++ === 0 ? new Promise<number>(() => {}) : Promise.resolve(7)),
    realClock,
  )
  void newest.get()
  expect(await newest.get()).toBe(7)
})

it('asks again after a question that failed', async () => {
  let times = 0
  const newest = new NewestRevision(async () => {
    if (times++ === 0) throw new Error('away')
    return 7
  }, realClock)
  const both = [newest.get(), newest.get()]
  await expect(both[0]).rejects.toThrow('away')
  expect(await both[1]).toBe(7)
  expect(await newest.get()).toBe(7)
})
