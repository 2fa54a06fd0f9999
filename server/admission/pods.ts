// Plugins about pods and what they use, in upstream's order; LimitRanger and PodSecurity stand beside them.
import type { Random } from '../../component-base/random.ts'
import type { Storage } from '../storage/interface.ts'
import type { AdmissionPlugin } from './chain.ts'
import { defaultTolerationSeconds, type TolerationSeconds } from './default-toleration-seconds.ts'
import { priorityPlugin } from './priority.ts'
import { runtimeClassPlugin } from './runtime-class.ts'
import { serviceAccountPlugin } from './service-account.ts'
import { storageObjectInUseProtection } from './storage-object-in-use.ts'

/** The plugins by name: the server's chain takes those that are enabled, in upstream's order. */
export function podPlugins(
  parts: { storage: Storage; random: Random },
  tolerationSeconds: TolerationSeconds,
): AdmissionPlugin[] {
  return [
    serviceAccountPlugin(parts),
    priorityPlugin(parts),
    defaultTolerationSeconds(tolerationSeconds),
    storageObjectInUseProtection,
    runtimeClassPlugin(parts),
  ]
}
