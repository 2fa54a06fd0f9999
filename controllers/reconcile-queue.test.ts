import { expect, it } from 'vitest'
import { FakeClock } from '../component-base/clock.ts'
import { type ControllerContext, ReconcileQueue } from './controller.ts'

/** A queue whose work ends when the test says so. */
function heldQueue(workers: number) {
  const context = {
    clock: new FakeClock(),
    informers: { hasSynced: () => Promise.resolve() },
  } as unknown as ControllerContext
  const running: { key: string; end: () => void }[] = []
  const reconcile = (key: string): Promise<void> =>
    new Promise((resolve) => {
      const end = (): void => {
        running.splice(running.indexOf(work), 1)
        resolve()
      }
      const work = { key, end }
      running.push(work)
    })
  const queue = new ReconcileQueue(context, 'test', reconcile, workers)
  const keys = async (): Promise<string[]> => {
    for (let turns = 0; turns < 3; turns++) await new Promise(setImmediate)
    return running.map(({ key }) => key)
  }
  return { queue, keys, end: (key: string) => running.find((work) => work.key === key)!.end() }
}

it('reconciles one key after the other, or several at once', async () => {
  const [one, two] = [heldQueue(1), heldQueue(2)]
  for (const { queue } of [one, two]) for (const key of ['a', 'b', 'c']) queue.add(key)
  expect(await one.keys()).toEqual(['a'])
  expect(await two.keys()).toEqual(['a', 'b'])
  one.end('a')
  two.end('a')
  expect(await one.keys()).toEqual(['b'])
  expect(await two.keys()).toEqual(['b', 'c'])
})

it('never has two workers on a key, and comes back to one that was added meanwhile', async () => {
  const { queue, keys, end } = heldQueue(2)
  queue.add('a')
  expect(await keys()).toEqual(['a'])
  queue.add('a')
  expect(await keys()).toEqual(['a'])
  queue.add('b')
  expect(await keys()).toEqual(['a', 'b'])
  end('b')
  expect(await keys()).toEqual(['a'])
  end('a')
  expect(await keys()).toEqual(['a'])
  end('a')
  expect(await keys()).toEqual([])
})

it('stops when its workers have ended', async () => {
  const { queue, keys, end } = heldQueue(2)
  queue.add('a')
  queue.add('b')
  queue.add('c')
  await keys()
  let stopped = false
  const stopping = queue.stop().then(() => {
    stopped = true
  })
  end('a')
  expect(await keys()).toEqual(['b'])
  expect(stopped).toBe(false)
  end('b')
  await stopping
  expect(await keys()).toEqual([])
})

it('lets others take their turn between keys that ask nobody', async () => {
  const context = {
    clock: new FakeClock(),
    informers: { hasSynced: () => Promise.resolve() },
  } as unknown as ControllerContext
  const order: string[] = []
  const queue = new ReconcileQueue(context, 'test', async (key) => void order.push(key))
  for (let i = 0; i < 100; i++) queue.add(`k${i}`)
  for (let i = 0; i < 20; i++) {
    await new Promise(setImmediate)
    order.push('other')
  }
  const keys = order.filter((one) => one !== 'other')
  expect(keys).toHaveLength(100)
  const betweenOthers = order.join(' ').split('other')
  expect(Math.max(...betweenOthers.map((part) => part.split('k').length - 1))).toBeLessThanOrEqual(16)
})
