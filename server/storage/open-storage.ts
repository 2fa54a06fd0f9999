import type { Logger } from '../../component-base/klog.ts'
import type { HistoryLimits } from './history.ts'
import type { Storage } from './interface.ts'
import { createMemoryStorage } from './memory.ts'

/** The store of one server: in memory, or kept under `dataDir`. */
export async function openStorage(options: {
  dataDir: string | undefined
  writtenBy: string
  logger: Logger
  history?: Partial<HistoryLimits> | undefined
}): Promise<Storage> {
  const { dataDir, writtenBy, history } = options
  if (dataDir === undefined) return createMemoryStorage({ writtenBy, history })
  const { openLowdbStorage } = await import('./lowdb/lowdb-storage.ts')
  return openLowdbStorage({
    directory: dataDir,
    writtenBy,
    history,
    onNotice: (text) => options.logger.log('W', text),
  })
}
