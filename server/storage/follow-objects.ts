// Upstream: client-go/tools/cache/reflector.go, as the informers of kube-apiserver itself behave
import type { KubeObject } from '../../apimachinery/json.ts'
import { DecodeError } from '../../apimachinery/scheme/decode-error.ts'
import type { Clock } from '../../component-base/clock.ts'
import type { Logger } from '../../component-base/klog.ts'
import type { Storage, StoredRecord } from './interface.ts'
import { rawBytes } from './raw-bytes.ts'

/** Milliseconds from a list that failed to the next. */
const again = 1000

/** A change of an object; those that are there at first are put. */
export interface ObjectChange {
  readonly type: 'put' | 'delete'
  readonly key: string
  readonly object: KubeObject
}

/** The storage, clock and logger with which a server follows objects. */
export interface FollowParts {
  readonly storage: Pick<Storage, 'list' | 'watch'>
  readonly clock: Clock
  readonly logger: Logger
}

/** Objects that are followed until `stop`. */
export interface Followed {
  /** All of them have been told once. Upstream: DeltaFIFO.HasSynced, which stays true */
  synced(): boolean
  stop(): void
}

/**
 * Tells the objects under a prefix, and their changes from then on. While one of them cannot be decoded nothing is told: what was told
 * stays, and all are read again each second, until they can be and take the place of what was told. A deletion comes with the object as it
 * was told last. Resolves after the first look. Rejects where the store does not answer then.
 */
export async function followObjects(
  { storage, clock, logger }: FollowParts,
  prefix: string,
  told: (change: ObjectChange) => void,
): Promise<Followed> {
  const known = new Map<string, KubeObject>()
  let synced = false
  let stopped = false
  let stop = (): void => {}
  const put = (key: string, object: KubeObject): void => {
    known.set(key, object)
    told({ type: 'put', key, object })
  }
  // Never asks a record that is gone for its object: it may be one that cannot be decoded.
  const remove = (key: string): void => {
    const object = known.get(key)
    if (object === undefined) return
    known.delete(key)
    told({ type: 'delete', key, object })
  }
  const later = (): void => {
    if (!stopped) stop = clock.setTimeout(() => void look().catch(later), again)
  }
  const unreadable = (error: unknown): void => {
    logger.logS('E', 'Failed to watch', { err: `failed to list ${prefix}: ${(error as Error).message}` })
    later()
  }
  const look = async (): Promise<void> => {
    const { records, revision } = await storage.list(prefix)
    if (stopped) return
    const objects = decoded(records)
    if (objects instanceof Error) return unreadable(objects)
    for (const key of [...known.keys()]) if (!objects.has(key)) remove(key)
    for (const [key, object] of objects) put(key, object)
    let isOver = false
    const watcher = storage.watch(prefix, revision, ({ type, record }) => {
      if (isOver) return
      if (type === 'delete') return remove(record.key)
      const changed = decoded([record])
      if (!(changed instanceof Error)) return put(record.key, record.object)
      isOver = true
      stop()
      unreadable(changed)
    })
    // What came since the list is told before the watch is returned.
    if (isOver) watcher.stop()
    else stop = () => watcher.stop()
    synced = true
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

/** Throws where the bytes under the key are no object. */
function whole({ key, object }: StoredRecord): KubeObject {
  if (rawBytes(object) !== undefined) throw new DecodeError(`${key} holds no object`)
  return object
}

/** The objects by their keys, or why one of them cannot be decoded. */
function decoded(records: readonly StoredRecord[]): ReadonlyMap<string, KubeObject> | Error {
  try {
    return new Map(records.map((record) => [record.key, whole(record)]))
  } catch (error) {
    return error as Error
  }
}
