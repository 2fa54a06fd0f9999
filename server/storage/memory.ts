import type { HistoryLimits } from './history.ts'
import { OrderedStore } from './ordered-store.ts'
import type { InitialState } from './store-view.ts'

/**
 * Storage that lives and ends with the process. @param writtenBy the release that writes, as `1.34`
 * @param initial what an earlier store left (its `state()`, or a snapshot); default: empty
 */
export function createMemoryStorage(options: {
  writtenBy: string
  initial?: InitialState
  history?: Partial<HistoryLimits> | undefined
}): OrderedStore {
  return new OrderedStore({
    ...options,
    persister: { persist: (_event, done) => done(), close: async () => {} },
  })
}
