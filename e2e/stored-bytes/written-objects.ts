import type { StoredCodec } from '../../apimachinery/scheme/stored-codec.ts'
import type { Storage } from '../../server/storage/interface.ts'
import { createMemoryStorage } from '../../server/storage/memory.ts'

/** A store in memory, and the bytes that its server would have put into an etcd. */
export interface WrittenObjects {
  readonly storage: Storage
  /** The bytes of a key as of a revision; undefined: it was not written then. */
  at(key: string, revision: number): Buffer | undefined
}

/** A store for a server of a release, as `1.33`, and all that it writes, encoded. */
export function writtenObjects(release: string, codec: StoredCodec): WrittenObjects {
  const storage: Storage = createMemoryStorage({ writtenBy: release })
  const written = new Map<string, Buffer>()
  const place = (key: string, revision: number): string => `${revision} ${key}`
  const create = storage.create.bind(storage)
  const update = storage.update.bind(storage)
  storage.create = async (key, object, options) => {
    const record = await create(key, object, options)
    // As etcd's store does: of what reading completes it keeps less.
    written.set(place(key, record.modRevision), codec.encode(options?.bare ?? record.object))
    return record
  }
  storage.update = async (key, expected, object) => {
    const record = await update(key, expected, object)
    written.set(place(key, record.modRevision), codec.encode(record.object))
    return record
  }
  return { storage, at: (key, revision) => written.get(place(key, revision)) }
}
