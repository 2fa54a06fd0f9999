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
