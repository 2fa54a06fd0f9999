import type { Storage } from './interface.ts'
import { OrderedStore } from './ordered-store.ts'

/** Storage that lives and ends with the process. @param writtenBy the release that writes, as `1.34` */
export function createMemoryStorage(options: { writtenBy: string; historyLimit?: number }): Storage {
  return new OrderedStore({
    ...options,
    persister: { persist: (_event, done) => done(), close: async () => {} },
  })
}
