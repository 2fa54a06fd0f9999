import type { HealthState } from '../endpoints/health/health-checks.ts'

/** How far the server's life has come. */
export interface ServingState {
  /** Bootstrap objects are written. */
  ready: boolean
  closing: boolean
}

export const healthOf =
  (state: ServingState): HealthState =>
  (check) => {
    if (check === 'shutdown' && state.closing) return 'process is shutting down'
    return check.startsWith('poststarthook/') && !state.ready ? 'not finished' : undefined
  }
