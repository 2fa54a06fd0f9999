import { StoredRBAC } from '../endpoints/authorization/rbac-store.ts'
import { StoredFlowSchemas } from '../endpoints/flowcontrol/stored-flow-schemas.ts'
import type { Foundation } from './foundation.ts'

/** Objects of the store that the server itself obeys, followed by watches. */
export interface StoredRules {
  readonly rbac: StoredRBAC
  /** Undefined without `--enable-priority-and-fairness`. */
  readonly flowSchemas: StoredFlowSchemas | undefined
  /** The health checks that fail as not all of them are known. */
  failing(): readonly string[]
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
    failing() {
      const hooks = [
        ...(rbac.synced() ? [] : ['poststarthook/rbac/bootstrap-roles']),
        ...(flowSchemas?.synced() === false ? ['poststarthook/priority-and-fairness-config-producer'] : []),
      ]
      return hooks.length === 0 ? [] : ['informer-sync', 'poststarthook/storage-readiness', ...hooks]
    },
    close() {
      rbac.close()
      flowSchemas?.close()
    },
  }
}
