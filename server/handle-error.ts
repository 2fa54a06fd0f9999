// Upstream: staging/src/k8s.io/apimachinery/pkg/util/runtime/runtime.go (HandleErrorWithContext)
import type { Logger } from '../component-base/klog.ts'
import { StorageError } from './storage/interface.ts'

/** A handler of errors of work that nobody waits for: a line of the log says what failed, and the server goes on. */
export const handleError =
  (logger: Logger, what: string) =>
  (error: unknown): void => {
    // Of a server that ends, which has nothing to do any more.
    if (error instanceof StorageError && error.code === 'closed') return
    const err = error instanceof Error ? error.message : String(error)
    logger.logS('E', what, { err, logger: 'UnhandledError' })
  }
