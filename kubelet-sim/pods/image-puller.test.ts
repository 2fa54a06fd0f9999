import { expect, it } from 'vitest'
import type { Clock } from '../../component-base/clock.ts'
import { Pause } from '../pause.ts'
import { ImagePuller, type Pull, sizeTold } from './image-puller.ts'

/** A clock whose timers end when they are let to, in their order. */
function steppedClock() {
  let time = 0
  const timers: { at: number; end: () => void }[] = []
  const clock = {
    now: () => time,
    setTimeout: (end: () => void, ms: number) => {
      timers.push({ at: time + ms, end })
      return () => {}
    },
  } as unknown as Clock
  const run = async (): Promise<void> => {
    for (;;) {
      for (let i = 0; i < 20; i++) await Promise.resolve()
      const next = timers.sort((a, b) => a.at - b.at).shift()
      if (next === undefined) return
      time = next.at
      next.end()
    }
  }
  return { clock, run }
}

async function ends(atOnce: number, images: readonly string[]): Promise<number[]> {
  const { clock, run } = steppedClock()
  const puller = new ImagePuller(clock, new Pause(clock), atOnce)
  const pulls = images.map((image) => puller.pull(image) as Promise<Pull>)
  await run()
  return (await Promise.all(pulls)).map(({ ms, waitedMs }) => ms + waitedMs)
}

it('pulls as many large images at a time as it may', async () => {
  const images = ['a:5GB', 'b:5GB', 'c:5GB']
  expect(await ends(1, images)).toEqual([20_000, 40_000, 60_000])
  expect(await ends(2, images)).toEqual([20_000, 20_000, 40_000])
  expect(await ends(Number.POSITIVE_INFINITY, images)).toEqual([20_000, 20_000, 20_000])
})

it('has others at once, and each only once', () => {
  const { clock } = steppedClock()
  const puller = new ImagePuller(clock, new Pause(clock), 1)
  expect([puller.pull('web:1.0'), puller.pull('web:1.0'), puller.pull('')]).toEqual([false, true, false])
  expect(puller.images).toEqual(['web:1.0'])
  expect([sizeTold('web:20MB'), sizeTold('web:v5GB'), sizeTold('web')]).toEqual([2e7, undefined, undefined])
})
