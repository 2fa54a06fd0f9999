import { expect, it } from 'vitest'
import { Governor } from './governor.ts'
import { inserted } from './inserted.ts'
import { Jobs } from './jobs.ts'
import { signalCommands } from './signal-commands.ts'
import { Traps } from './traps.ts'

it('stops what goes round without a rest, and nothing else', async () => {
  const stopped = new Error('stopped')
  const governor = new Governor(
    () => Promise.reject(stopped),
    async () => {},
  )
  const rounds = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i++) await governor.round()
  }
  await rounds(15_000)
  governor.rested()
  await rounds(15_000)
  await expect(rounds(15_000)).rejects.toBe(stopped)
})

it('is told by a wait that waits for nothing, and not told to rest', async () => {
  const stopped = new Error('stopped')
  const governor = new Governor(
    () => Promise.reject(stopped),
    async () => {},
  )
  const around = { governor, jobs: new Jobs(), traps: new Traps(new Set()) }
  const wait = signalCommands({ ...around, has: () => false } as never)[inserted.wait]!
  let turns = 0
  const turn = (): void => {
    turns++
    next = setImmediate(turn)
  }
  let next = setImmediate(turn)
  const waits = async (): Promise<void> => {
    for (;;) await wait([], {} as never)
  }
  await expect(waits()).rejects.toBe(stopped)
  clearImmediate(next)
  expect(turns).toBeGreaterThan(50)
})

it('stops what starts itself again and again, at any breadth', async () => {
  const stopped = new Error('stopped')
  const started = async (depth: number): Promise<number> =>
    started(
      await new Governor(
        () => Promise.reject(stopped),
        async () => {},
        depth,
      ).forked(),
    )
  await expect(started(0)).rejects.toBe(stopped)
  const parent = new Governor(
    () => Promise.reject(stopped),
    async () => {},
    11,
  )
  parent.rested()
  expect(await parent.forked()).toBe(1)
})
