// Upstream: pkg/kubeapiserver/options/plugins.go
import type { ServerContext } from '../registry/generic/strategy.ts'
import { alwaysPullImages } from './always-pull-images.ts'
import type { AdmissionPlugin } from './chain.ts'
import { defaultIngressClass, defaultStorageClass } from './default-class.ts'
import { denyServiceExternalIPs } from './deny-service-external-ips.ts'
import { namespaceLifecycle } from './namespace-lifecycle.ts'
import { podSecurity } from './pod-security/admission.ts'
import { podPlugins } from './pods.ts'
import { taintNodesByCondition } from './taint-nodes-by-condition.ts'

/** The plugins of these names, in this order. Names that are not simulated are accepted and do nothing. */
export function admissionPluginsOf(names: readonly string[], server: ServerContext): AdmissionPlugin[] {
  const plugins = [
    namespaceLifecycle(server.storage),
    taintNodesByCondition,
    podSecurity(server),
    ...podPlugins(server),
    denyServiceExternalIPs,
    alwaysPullImages,
    defaultStorageClass(server),
    defaultIngressClass(server),
  ]
  const byName = new Map(plugins.map((plugin) => [plugin.name, plugin]))
  return names.flatMap((name) => byName.get(name) ?? [])
}
