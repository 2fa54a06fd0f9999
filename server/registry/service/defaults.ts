// Upstream: pkg/apis/core/v1/defaults.go (SetDefaults_Service), pkg/registry/core/service/storage/storage.go (defaultOnRead)

import type { KubeObject } from '../../../apimachinery/json.ts'
import { parseIPSloppy } from '../../../apimachinery/validation/ip-address.ts'
import { familyOf, type IPFamily, otherFamily } from '../../../component-base/ip-family.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import type { ServerContext } from '../generic/strategy.ts'
import {
  asService,
  clusterIPs,
  externallyAccessible,
  ipFamilies,
  isExternalName,
  isLoadBalancer,
  needsClusterIP,
  ports,
  requireDualStack,
  type Service,
  singleStack,
} from './service.ts'

const affinitySeconds = 10800

/** Sets the defaults of a Service, in place. */
export function setServiceDefaults(object: KubeObject, server: ServerContext): void {
  const svc = asService(object)
  const { spec } = svc
  if (!spec.sessionAffinity) spec.sessionAffinity = 'None'
  if (spec.sessionAffinity === 'None') delete spec.sessionAffinityConfig
  if (
    spec.sessionAffinity === 'ClientIP' &&
    (spec.sessionAffinityConfig?.clientIP?.timeoutSeconds ?? null) === null
  )
    spec.sessionAffinityConfig = { clientIP: { timeoutSeconds: affinitySeconds } }
  if (!spec.type) spec.type = 'ClusterIP'
  for (const port of ports(svc)) {
    if (!port.protocol) port.protocol = 'TCP'
    if (!port.targetPort) port.targetPort = port.port ?? 0
  }
  if (externallyAccessible(svc, server.release.minor) && !spec.externalTrafficPolicy)
    spec.externalTrafficPolicy = 'Cluster'
  if (
    gateEnabled(server.gates, 'ServiceInternalTrafficPolicy') &&
    (spec.internalTrafficPolicy ?? null) === null &&
    ['NodePort', 'LoadBalancer', 'ClusterIP'].includes(spec.type)
  )
    spec.internalTrafficPolicy = 'Cluster'
  if (!isLoadBalancer(svc)) return
  if ((spec.allocateLoadBalancerNodePorts ?? null) === null) spec.allocateLoadBalancerNodePorts = true
  if (!gateEnabled(server.gates, 'LoadBalancerIPMode')) return
  for (const ingress of svc.status?.loadBalancer?.ingress ?? [])
    if (ingress.ip && (ingress.ipMode ?? null) === null) ingress.ipMode = 'VIP'
}

/** The family of the server's first range. */
export const primaryFamily = (server: ServerContext): IPFamily => familyOf(server.serviceCIDRs[0] ?? '')

/** Sets fields of a Service of old data that later releases added, in place. */
export function defaultOnRead(object: KubeObject, server: ServerContext): void {
  const svc = asService(object)
  if (svc.spec.clusterIP && clusterIPs(svc).length === 0) svc.spec.clusterIPs = [svc.spec.clusterIP]
  defaultFamiliesOnRead(svc, server)
  if (isExternalName(svc)) delete svc.spec.internalTrafficPolicy
}

/** Would {@link defaultOnRead} change it? */
export function lacksNewerFields(object: KubeObject): boolean {
  const spec = object['spec'] as Service['spec'] | undefined
  const noIPs = Boolean(spec?.clusterIP) && (spec?.clusterIPs ?? []).length === 0
  if (spec?.type === 'ExternalName') return noIPs || (spec.internalTrafficPolicy ?? null) !== null
  return noIPs || (spec?.ipFamilies ?? []).length === 0
}

function defaultFamiliesOnRead(svc: Service, server: ServerContext): void {
  if (!needsClusterIP(svc) || ipFamilies(svc).length > 0) return
  const { spec } = svc
  if (spec.clusterIP === 'None') {
    const primary = primaryFamily(server)
    const selectorless = Object.keys(spec.selector ?? {}).length === 0
    spec.ipFamilyPolicy = selectorless ? requireDualStack : singleStack
    spec.ipFamilies = selectorless ? [primary, otherFamily(primary)] : [primary]
    return
  }
  const families = clusterIPs(svc).map((ip) => (parseIPSloppy(ip)?.family === 6 ? 'IPv6' : 'IPv4'))
  if (families.length > 0) spec.ipFamilies = families
  if (families.length === 1) spec.ipFamilyPolicy = singleStack
  else if (families.length === 2) spec.ipFamilyPolicy = requireDualStack
}
