import { ComponentFailedError } from './cluster-errors.ts'
import type { FeatureGates } from './cluster-options.ts'
import type { Started } from './component-start.ts'

/** Components of a cluster are told everything by flags. */
export const noFiles = (path: string): Promise<string> => Promise.reject(new Error(`no file ${path}`))

/** The flag --feature-gates for the gates; none for no gates. */
export function gateFlags(gates: FeatureGates): string[] {
  const settings = Object.entries(gates).map(([name, on]) => `${name}=${on}`)
  return settings.length === 0 ? [] : [`--feature-gates=${settings.join(',')}`]
}

/** The component that was started. Throws ComponentFailedError. */
export function unwrap<T>(program: string, started: Started<T>, node?: string): T {
  if (started.ok) return started.component
  throw new ComponentFailedError(program, started, node)
}
