import { StoredRBAC } from '../endpoints/authorization/rbac-store.ts'
import { StoredFlowSchemas } from '../endpoints/flowcontrol/stored-flow-schemas.ts'
import type { Foundation } from './foundation.ts'

/** Objects of the store that the server itself obeys, followed by watches. */
export interface StoredRules {
  readonly rbac: StoredRBAC
  /** Undefined without `--enable-priority-and-fairness`. */
  readonly flowSchemas: StoredFlowSchemas | undefined
  close(): void
}

/** Opens the RBAC objects and flow schemas of a store, which are followed until `close`. */
export async function openStoredRules({ config, storage }: Foundation): Promise<StoredRules> {
  const rbac = await StoredRBAC.open(storage)
  const flowSchemas = config.flags.bool('enable-priority-and-fairness', true)
    ? await StoredFlowSchemas.open(storage)
    : undefined
  return {
    rbac,
    flowSchemas,
    close() {
      rbac.close()
      flowSchemas?.close()
    },
  }
}
