// Power failures and failing disks at every call that changes something, on a disk that loses and tears what was not flushed.
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../component-base/random.ts'
import type { Storage } from '../interface.ts'
import { openLowdbStorage } from './lowdb-storage.ts'
import { FaultDisk, type Survival } from './testing/fault-disk.ts'
import { firstFormStore } from './testing/first-form-store.ts'
import { Ledger, runWriters } from './testing/workload.ts'

type Files = Readonly<Record<string, Buffer>>
const drawn = (seed: number): (() => number) => {
  const random = seededRandom(seed)
  return () => random.int(1 << 20) / (1 << 20)
}

const notices: string[] = []
const openOn = (files: FaultDisk): Promise<Storage> =>
  openLowdbStorage({
    directory: '/data',
    writtenBy: '1.34',
    files,
    take: async () => async () => {},
    foldAt: 2500,
    retryEvery: 5,
    onNotice: (text) => notices.push(text),
  })

/** Opens twice, writes with three writers, folds a few times. Ends early when the power goes. */
async function work(disk: FaultDisk, ledger: Ledger): Promise<void> {
  for (let life = 0; life < 2; life++) {
    const storage = await openOn(disk)
    await runWriters(storage, ledger, { writers: 3, rounds: 7, size: (round) => (round * 211) % 900 })
    await storage.close()
  }
}

/** What the ledger knows of a store that is there before the work begins. */
async function ledgerOf(files: Files): Promise<Ledger> {
  const ledger = new Ledger()
  const storage = await openOn(new FaultDisk(drawn(0), files))
  await ledger.settle(storage)
  await storage.close()
  return ledger
}

async function callsOf(files: Files): Promise<number> {
  const disk = new FaultDisk(drawn(1), files)
  await work(disk, await ledgerOf(files))
  return disk.calls
}

/** The power goes at a call, comes back, goes again while the store is opened, comes back. Answers with what is wrong then. */
async function failAt(files: Files, call: number, survival: Survival): Promise<string[]> {
  const random = drawn(call * 31 + survival.length)
  const disk = new FaultDisk(random, files)
  disk.powerFailsAt = call
  const ledger = await ledgerOf(files)
  await work(disk, ledger).catch(() => {})
  const again = disk.afterPowerFailure(survival)
  again.powerFailsAt = 1 + Math.floor(random() * 12)
  const opened = await openOn(again).catch(() => undefined)
  await opened?.close().catch(() => {})
  const last = again.afterPowerFailure('some')
  try {
    const storage = await openOn(last)
    const found = await ledger.differences(storage)
    await ledger.settle(storage)
    await ledger.write(storage, '/registry/configmaps/ns/after', 'x')
    await storage.close()
    const reopened = await openOn(last)
    found.push(...(await ledger.differences(reopened)))
    await reopened.close()
    return found
  } catch (error) {
    return [`cannot be opened: ${(error as Error).message}`]
  }
}

const starts: [string, () => Promise<Files>][] = [
  ['an empty folder', async () => ({})],
  ['a store without checksums', firstFormStore],
]

describe.each(starts)('power failures, from %s', (_, start) => {
  it.each(['nothing', 'everything', 'some'] as const)(
    'lose nothing that was answered; of the rest survives %s',
    async (survival) => {
      const files = await start()
      const calls = await callsOf(files)
      expect(calls).toBeGreaterThan(80)
      const found: string[] = []
      for (let call = 1; call <= calls; call++)
        for (const difference of await failAt(files, call, survival))
          found.push(`call ${call}: ${difference}`)
      expect(found).toEqual([])
    },
    120_000,
  )
})

describe.each(starts)('a disk that fails, from %s', (_, start) => {
  it.each([
    ['ENOSPC', 1],
    ['ENOSPC', 9],
    ['EIO', 3],
  ])(
    'with %s for %i calls takes changes again, and keeps all that was answered',
    async (code, calls) => {
      const files = await start()
      const all = await callsOf(files)
      const found: string[] = []
      for (let first = 1; first <= all; first++)
        for (const difference of await refuse(files, first, calls, code))
          found.push(`call ${first}: ${difference}`)
      expect(found).toEqual([])
    },
    120_000,
  )
})

/** Calls fail for a while; when that is over every change must be taken, and nothing but what was answered be there. */
async function refuse(files: Files, first: number, calls: number, code: string): Promise<string[]> {
  const disk = new FaultDisk(drawn(first), files)
  disk.failure = (call) => (call >= first && call < first + calls ? code : undefined)
  const ledger = await ledgerOf(files)
  while (disk.calls < first + calls) await work(disk, ledger).catch(() => {})
  const storage = await openOn(disk)
  const found = await ledger.differences(storage)
  for (const key of ['a', 'b']) await ledger.write(storage, `/registry/configmaps/ns/${key}`, 'after')
  if (storage.failure() !== undefined) found.push(`still fails: ${storage.failure()}`)
  await storage.close()
  const again = await openOn(disk)
  found.push(...(await ledger.differences(again)))
  await again.close()
  return found
}

it('tells readers why, while it is full, and when it is over', async () => {
  const disk = new FaultDisk(drawn(1))
  const storage = await openOn(disk)
  const ledger = new Ledger()
  await ledger.write(storage, '/registry/a', 'kept')
  let full = true
  disk.failure = () => (full ? 'ENOSPC' : undefined)
  notices.length = 0
  const refused = await Promise.allSettled(
    ['b', 'c'].map((name) => ledger.write(storage, `/registry/${name}`, 'refused')),
  )
  expect(refused.map((r) => (r as PromiseRejectedResult).reason.message)).toEqual(
    Array(2).fill('etcdserver: mvcc: database space exceeded'),
  )
  expect(storage.failure()).toBe('etcdserver: mvcc: database space exceeded')
  expect(await ledger.differences(storage, true)).toEqual([])
  expect(storage.revision()).toBe(1)
  full = false
  for (let i = 0; i < 1000 && storage.failure() !== undefined; i++)
    await new Promise((resolve) => setTimeout(resolve, 1))
  expect(storage.failure()).toBeUndefined()
  expect(notices).toEqual([
    'cannot write to the data directory /data: ENOSPC: the disk says no; changes are refused until it takes them',
    'the data directory /data takes changes again',
  ])
  await ledger.write(storage, '/registry/d', 'taken')
  expect(storage.revision()).toBe(2)
  await storage.close()
  const again = await openOn(disk)
  expect(await ledger.differences(again, true)).toEqual([])
  await again.close()
})
