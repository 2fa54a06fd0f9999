import type { Logger } from '../../component-base/klog.ts'
import type { Storage } from './interface.ts'
import { createMemoryStorage } from './memory.ts'

/** The store of one server: in memory, or kept under `dataDir`. */
export async function openStorage(options: {
  dataDir: string | undefined
  writtenBy: string
  logger: Logger
}): Promise<Storage> {
  const { dataDir, writtenBy } = options
  if (dataDir === undefined) return createMemoryStorage({ writtenBy })
  const { openLowdbStorage } = await import('./lowdb/lowdb-storage.ts')
  return openLowdbStorage({
    directory: dataDir,
    writtenBy,
    onNotice: (text) => options.logger.log('W', text),
  })
}
