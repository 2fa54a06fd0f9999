import { expect, it } from 'vitest'
import { newInternalError } from '../../../apimachinery/status-error.ts'
import { createMemoryStorage } from '../../storage/memory.ts'
import type { ListOptions } from './options.ts'
import type { SelectionPredicate } from './selection.ts'
import type { ResourceStore } from './store.ts'
import { type WatchSink, watch } from './watch.ts'

it('ends a watch whose object can be read and not be told, and no write fails of it', async () => {
  const storage = createMemoryStorage({ writtenBy: '1.36' })
  const store = {
    parts: { server: { storage } },
    facts: { watchCache: true },
    prefixOf: () => '/registry/x/',
    keyIsWhole: () => false,
    view: (record: unknown) => record,
    readable: (record: unknown) => record,
  } as unknown as ResourceStore
  const told: string[] = []
  const sink = {
    event(type: string) {
      told.push(type)
      throw newInternalError('no such version')
    },
    closed: () => told.push('closed'),
  } as unknown as WatchSink
  const options = { resourceVersion: '', sendInitialEvents: false } as ListOptions
  const running = await watch(store, '', options, { everything: true } as SelectionPredicate, sink)
  for (const name of ['a', 'b'])
    await storage.create(`/registry/x/${name}`, { apiVersion: 'v1', kind: 'X', metadata: { name } })
  expect(told).toEqual(['ADDED', 'closed'])
  running.stop()
})

it('tells a watch of etcd in its stream that it asks for a revision to come, and refuses one of the watch cache', async () => {
  const watchOf = (watchCache: boolean, told: number[]) =>
    watch(
      {
        parts: { server: { storage: createMemoryStorage({ writtenBy: '1.36' }) } },
        facts: { watchCache, qualifiedResource: { resource: 'x' } },
        prefixOf: () => '/registry/x/',
      } as unknown as ResourceStore,
      '',
      { resourceVersion: '99', sendInitialEvents: true } as ListOptions,
      { everything: true } as SelectionPredicate,
      { error: ({ code }: { code: number }) => told.push(code) } as unknown as WatchSink,
    )
  const [ofCache, ofEtcd]: [number[], number[]] = [[], []]
  await expect(watchOf(true, ofCache)).rejects.toMatchObject({ status: { code: 504 } })
  const running = await watchOf(false, ofEtcd)
  running.stop()
  expect([ofCache, ofEtcd]).toEqual([[], [504]])
})
