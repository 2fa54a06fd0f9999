import { expect, it } from 'vitest'
import type { StorageEvent } from './interface.ts'
import { MemoryStores } from './memory-stores.ts'

const object = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } }

it('goes on where the last store of the name ended, with what watches missed', async () => {
  const stores = new MemoryStores()
  const first = await stores.named('a')('1.33')
  const { modRevision } = await first.create('/registry/minions/n', object)
  await first.delete('/registry/minions/n', modRevision)
  await first.create('/registry/minions/m', object)
  await first.close()

  const second = await stores.named('a')('1.34')
  expect((await second.list('')).records.map(({ key, writtenBy }) => [key, writtenBy])).toEqual([
    ['/registry/minions/m', '1.33'],
  ])
  const missed: StorageEvent['type'][] = []
  second.watch('/registry/minions/', modRevision, ({ type }) => missed.push(type))
  expect(missed).toEqual(['delete', 'put'])
})

it('keeps stores of other names apart', async () => {
  const stores = new MemoryStores()
  await (await stores.named('a')('1.33')).create('/registry/minions/n', object)
  expect((await (await stores.named('b')('1.33')).list('')).records).toEqual([])
})
