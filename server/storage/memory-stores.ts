import type { Storage } from './interface.ts'
import { createMemoryStorage } from './memory.ts'
import type { OrderedStore } from './ordered-store.ts'
import type { InitialState } from './store-view.ts'

/** Stores in memory that outlive the servers that have them open, one at a time: each goes on where the last one ended. */
export class MemoryStores {
  private readonly newest = new Map<string, OrderedStore>()

  /** Puts these records in the place of what a store held, without a history. */
  restore(name: string, { revision, records }: Pick<InitialState, 'revision' | 'records'>): void {
    const initial = { revision, compacted: revision, records, history: [] }
    this.newest.set(name, createMemoryStorage({ writtenBy: '', initial }))
  }

  /** @param name of the store, as the path of its directory would be */
  named(name: string): (writtenBy: string) => Promise<Storage> {
    return async (writtenBy) => {
      const initial = this.newest.get(name)?.state()
      const store = createMemoryStorage({ writtenBy, ...(initial === undefined ? {} : { initial }) })
      this.newest.set(name, store)
      return store
    }
  }
}
