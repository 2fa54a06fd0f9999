import { StoredRBAC } from '../endpoints/authorization/rbac-store.ts'
import { StoredFlowSchemas } from '../endpoints/flowcontrol/stored-flow-schemas.ts'
import type { Foundation } from './foundation.ts'

/** Objects of the store that the server itself obeys, followed by watches. */
export interface StoredRules {
  readonly rbac: StoredRBAC
  /** Undefined without `--enable-priority-and-fairness`. */
  readonly flowSchemas: StoredFlowSchemas | undefined
  /** All of them are known. */
  synced(): boolean
  close(): void
}

/** Opens the RBAC objects and flow schemas of a store, which are followed until `close`. */
export async function openStoredRules({ config, storage, clock, logger }: Foundation): Promise<StoredRules> {
  const parts = { storage, clock, logger }
  const rbac = await StoredRBAC.open(parts)
  const flowSchemas = config.flags.bool('enable-priority-and-fairness', true)
    ? await StoredFlowSchemas.open(parts)
    : undefined
  return {
    rbac,
    flowSchemas,
    synced: () => rbac.synced() && flowSchemas?.synced() !== false,
    close() {
      rbac.close()
      flowSchemas?.close()
    },
  }
}
