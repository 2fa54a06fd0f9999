// Upstream: staging/src/k8s.io/apiserver/pkg/storage/etcd3/compact.go
import type { Clock } from '../../component-base/clock.ts'
import type { Storage } from './interface.ts'

/**
 * Compacts the store's history every `interval` (milliseconds; 0: never) up to the tick before; `failed` is told where that fails. The
 * returned function ends it.
 */
export function startCompaction(
  storage: Storage,
  clock: Clock,
  interval: number,
  failed: (error: unknown) => void,
): () => void {
  if (interval <= 0) return () => {}
  let [before, stopped] = [0, false]
  let cancel = (): void => {}
  const tick = (): void => {
    const now = storage.revision()
    const done = before > storage.compactedRevision() ? storage.compact(before) : Promise.resolve()
    before = now
    done.catch(failed).then(() => {
      if (!stopped) cancel = clock.setTimeout(tick, interval)
    })
  }
  cancel = clock.setTimeout(tick, interval)
  return () => {
    stopped = true
    cancel()
  }
}
