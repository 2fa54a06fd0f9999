import type { HistoryLimits } from './history.ts'
import { OrderedStore } from './ordered-store.ts'
import type { InitialState } from './store-view.ts'

/**
 * Storage that lives and ends with the process. @param writtenBy as records have it
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
