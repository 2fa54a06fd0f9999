import type { HealthState } from '../endpoints/health/health-checks.ts'
import type { Storage } from '../storage/interface.ts'

/** How far the server's life has come. */
export interface ServingState {
  /** Bootstrap objects are written. */
  ready: boolean
  /** The checks that fail as objects that the server itself obeys are not known. */
  failing(): readonly string[]
  closing: boolean
}

/** Checks of etcd, whose place the store has, fail while it takes no changes. */
const storeChecks = new Set(['etcd', 'etcd-readiness'])

/** Answers the error of a health check; undefined for a check that passes. */
export const healthOf =
  (state: ServingState, storage: Pick<Storage, 'failure'>): HealthState =>
  (check) => {
    if (storeChecks.has(check)) return storage.failure()
    if (state.failing().includes(check)) return 'not finished'
    if (check === 'shutdown' && state.closing) return 'process is shutting down'
    return check.startsWith('poststarthook/') && !state.ready ? 'not finished' : undefined
  }
