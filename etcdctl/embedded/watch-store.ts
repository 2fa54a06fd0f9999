// Upstream: etcd's server/storage/mvcc/watchable_store.go

import { inRange } from '../../server/storage/etcd/key-range.ts'
import type { Message } from '../../server/storage/etcd/messages.ts'
import { type Storage, StorageError, type StorageEvent } from '../../server/storage/interface.ts'
import { storedKeyValue } from '../../server/storage/mvcc/stored-key-value.ts'
import type { EtcdWatch } from '../api/etcd-api.ts'

const empty = Buffer.alloc(0)

/** Tells the events of a range from a revision on (0: from now on). A revision that is gone cancels the watch. */
export function watchStore(
  storage: Storage,
  { key = empty, range_end: end = empty, start_revision: start = 0, prev_kv }: Message<'WatchCreateRequest'>,
  told: (answer: Message<'WatchResponse'>) => void,
): EtcdWatch {
  const onEvent = (event: StorageEvent): void => {
    if (event.revision < start || !inRange(Buffer.from(event.record.key), key, end)) return
    told({ events: [eventOf(event, prev_kv === true)] })
  }
  const from = start === 0 ? undefined : Math.min(start - 1, storage.revision())
  try {
    const watcher = storage.watch('', from, onEvent, () => told({ canceled: true }))
    return { stop: () => watcher.stop() }
  } catch (error) {
    if (!(error instanceof StorageError) || error.code !== 'compacted') throw error
    const cancel_reason = 'etcdserver: mvcc: required revision has been compacted'
    told({ canceled: true, compact_revision: storage.compactedRevision(), cancel_reason })
    return { stop: () => {} }
  }
}

function eventOf(event: StorageEvent, withPrevious: boolean): Message<'Event'> {
  const { previous, record, type } = event
  const before = withPrevious && previous !== undefined ? { prev_kv: storedKeyValue(previous) } : {}
  if (type === 'put') return { kv: storedKeyValue(record), ...before }
  return { type: 'DELETE', kv: { key: Buffer.from(record.key), mod_revision: event.revision }, ...before }
}
