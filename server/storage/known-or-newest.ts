import type { Storage, StoredRecord } from './interface.ts'

/**
 * The record as this server knows it, and asked of the backend only where it knows of none: what upstream reads of an informer,
 * with the live lookup that follows where another server may just have written it. At once where the store keeps it here.
 */
export function knownOrNewest(
  storage: Storage,
  key: string,
): StoredRecord | Promise<StoredRecord | undefined> {
  return storage.peek?.(key) ?? asked(storage, key)
}

async function asked(storage: Storage, key: string): Promise<StoredRecord | undefined> {
  return (await storage.get(key, { cached: true })) ?? storage.get(key)
}
