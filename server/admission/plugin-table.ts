// Upstream: pkg/kubeapiserver/options/plugins.go
import type { Random } from '../../component-base/random.ts'
import type { Storage } from '../storage/interface.ts'
import type { AdmissionPlugin } from './chain.ts'
import { denyServiceExternalIPs } from './deny-service-external-ips.ts'
import { namespaceLifecycle } from './namespace-lifecycle.ts'
import { podPlugins } from './pods.ts'
import { taintNodesByCondition } from './taint-nodes-by-condition.ts'

/** The plugins of these names, in this order. Names that are not simulated are accepted and do nothing. */
export function admissionPluginsOf(
  names: readonly string[],
  parts: { storage: Storage; random: Random },
): AdmissionPlugin[] {
  const plugins = [
    namespaceLifecycle(parts.storage),
    taintNodesByCondition,
    ...podPlugins(parts),
    denyServiceExternalIPs,
  ]
  const byName = new Map(plugins.map((plugin) => [plugin.name, plugin]))
  return names.flatMap((name) => byName.get(name) ?? [])
}
