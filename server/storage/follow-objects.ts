// Upstream: client-go/tools/cache/reflector.go, as the informers of kube-apiserver itself behave
import type { KubeObject } from '../../apimachinery/json.ts'
import type { Clock } from '../../component-base/clock.ts'
import type { Logger } from '../../component-base/klog.ts'
import type { Storage } from './interface.ts'

/** Milliseconds from a list that failed to the next. */
const again = 1000

/** A change of an object; those that are there at first are put. */
export interface ObjectChange {
  readonly type: 'put' | 'delete'
  readonly key: string
  readonly object: KubeObject
}

/** Where a server follows objects that it obeys. */
export interface FollowParts {
  readonly storage: Pick<Storage, 'list' | 'watch'>
  readonly clock: Clock
  readonly logger: Logger
}

/** Objects that are followed until `stop`. */
export interface Followed {
  /** All of them have been told. */
  synced(): boolean
  stop(): void
}

/**
 * Tells the objects under a prefix, and their changes from then on. While one of them cannot be decoded none is told, and they are
 * read again; one that becomes so later stays as it was. Resolves after the first look. Rejects where the store does not answer then.
 */
export async function followObjects(
  { storage, clock, logger }: FollowParts,
  prefix: string,
  told: (change: ObjectChange) => void,
): Promise<Followed> {
  let synced = false
  let stopped = false
  let stop = (): void => {}
  const unreadable = (error: Error): void =>
    logger.logS('E', 'Failed to watch', { err: `failed to list ${prefix}: ${error.message}` })
  const look = async (): Promise<void> => {
    const { records, revision } = await storage.list(prefix)
    if (stopped) return
    try {
      for (const { object } of records) void object
    } catch (error) {
      unreadable(error as Error)
      stop = clock.setTimeout(() => void look().catch(later), again)
      return
    }
    for (const { key, object } of records) told({ type: 'put', key, object })
    const watcher = storage.watch(prefix, revision, ({ type, record }) => {
      try {
        told({ type, key: record.key, object: record.object })
      } catch (error) {
        unreadable(error as Error)
      }
    })
    stop = () => watcher.stop()
    synced = true
  }
  const later = (): void => {
    if (!stopped) stop = clock.setTimeout(() => void look().catch(later), again)
  }
  await look()
  return {
    synced: () => synced,
    stop() {
      stopped = true
      stop()
    },
  }
}
