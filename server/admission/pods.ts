// Plugins about pods and what they use, in upstream's order; LimitRanger and PodSecurity stand beside them.
import type { ServerContext } from '../registry/generic/strategy.ts'
import type { AdmissionPlugin } from './chain.ts'
import { defaultTolerationSeconds, type TolerationSeconds } from './default-toleration-seconds.ts'
import { priorityPlugin } from './priority.ts'
import { runtimeClassPlugin } from './runtime-class.ts'
import { serviceAccountPlugin } from './service-account.ts'
import { storageObjectInUseProtection } from './storage-object-in-use.ts'

/** The plugins by name: the server's chain takes those that are enabled, in upstream's order. */
export function podPlugins(
  parts: Pick<ServerContext, 'storage' | 'random' | 'gates' | 'release'>,
  tolerationSeconds: TolerationSeconds,
): AdmissionPlugin[] {
  return [
    serviceAccountPlugin(parts),
    priorityPlugin(parts),
    defaultTolerationSeconds(tolerationSeconds),
    storageObjectInUseProtection(parts),
    runtimeClassPlugin(parts),
  ]
}
