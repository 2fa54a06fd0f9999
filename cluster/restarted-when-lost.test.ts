import { expect, it } from 'vitest'
import type { Elected } from '../controllers/leader-election.ts'
import { restartedWhenLost } from './restarted-when-lost.ts'

const settled = () => new Promise(setImmediate)

/** A component that loses its lease, and has stopped, when it is told to. */
function component() {
  let lose = (_lost: boolean): void => {}
  let finish = (): void => {}
  const ended = new Promise<boolean>((resolve) => (lose = resolve))
  const finished = new Promise<void>((resolve) => (finish = resolve))
  const elected = {
    ended,
    idle: () => finished,
    async stop() {
      lose(false)
      await ended
    },
  } as unknown as Elected
  return { elected, lose: () => lose(true), finish }
}

function started() {
  const all: ReturnType<typeof component>[] = []
  let losses = 0
  const restarted = restartedWhenLost(
    () => {
      all.push(component())
      return all.at(-1)!.elected
    },
    () => losses++,
  )
  return { all, restarted, losses: () => losses }
}

it('starts anew who has lost the lease when what it did has stopped', async () => {
  const { all, restarted, losses } = started()
  all[0]!.lose()
  await settled()
  expect([all.length, losses()]).toEqual([1, 1])
  all[0]!.finish()
  await settled()
  expect(all.length).toBe(2)
  expect(restarted.now()).toBe(all[1]!.elected)
})

it('starts nothing after the stop, which waits for what was done', async () => {
  const { all, restarted } = started()
  all[0]!.lose()
  await settled()
  let hasStopped = false
  const stop = restarted.stop().then(() => (hasStopped = true))
  await settled()
  expect(hasStopped).toBe(false)
  all[0]!.finish()
  await stop
  expect(all.length).toBe(1)
})
