// Upstream: pkg/registry/core/service/strategy.go (dropTypeDependentFields), storage/storage.go (normalizeClusterIPs, patchAllocatedValues)
import { serviceDialect } from './dialect.ts'
import {
  clusterIPs,
  externallyAccessible,
  hasNodePortType,
  isLoadBalancer,
  needsClusterIP,
  needsHealthCheck,
  nodePortsOf,
  ports,
  type Service,
  sameList,
} from './service.ts'

/** Values that the old type had and the new one cannot have go away, unless the user changed them in the same write. */
export function dropTypeDependentFields(svc: Service, old: Service, minor: number): void {
  dropClusterIPFields(svc, old)
  if (
    hasNodePortType(old) &&
    !hasNodePortType(svc) &&
    nodePortsOf(svc).every((p) => nodePortsOf(old).includes(p))
  )
    for (const port of ports(svc)) delete port.nodePort
  const { spec } = svc
  const same = (key: 'healthCheckNodePort' | 'loadBalancerClass' | 'externalTrafficPolicy'): boolean =>
    (spec[key] ?? '') === (old.spec[key] ?? '')
  if (needsHealthCheck(old) && !needsHealthCheck(svc) && same('healthCheckNodePort'))
    delete spec.healthCheckNodePort
  if (isLoadBalancer(old) && !isLoadBalancer(svc)) {
    if (spec.allocateLoadBalancerNodePorts === old.spec.allocateLoadBalancerNodePorts)
      delete spec.allocateLoadBalancerNodePorts
    if (same('loadBalancerClass')) delete spec.loadBalancerClass
  }
  if (externallyAccessible(old, minor) && !externallyAccessible(svc, minor) && same('externalTrafficPolicy'))
    delete spec.externalTrafficPolicy
  if (!isLoadBalancer(svc)) svc.status = { ...svc.status, loadBalancer: {} }
}

function dropClusterIPFields(svc: Service, old: Service): void {
  if (!needsClusterIP(old) || needsClusterIP(svc)) return
  const { spec } = svc
  if (
    (spec.clusterIP ?? '') === (old.spec.clusterIP ?? '') &&
    sameList(spec.clusterIPs, old.spec.clusterIPs)
  ) {
    delete spec.clusterIP
    delete spec.clusterIPs
  }
  if (sameList(spec.ipFamilies, old.spec.ipFamilies)) delete spec.ipFamilies
  if ((spec.ipFamilyPolicy ?? '') === (old.spec.ipFamilyPolicy ?? '')) delete spec.ipFamilyPolicy
}

/** Keeps clusterIP and clusterIPs in step for clients that know only one of them. */
export function normalizeClusterIPs(svc: Service, old: Service | undefined): void {
  const { spec } = svc
  const first = spec.clusterIP ?? ''
  if (old === undefined) {
    if (first !== '' && clusterIPs(svc).length === 0) spec.clusterIPs = [first]
    return
  }
  const before = old.spec.clusterIP ?? ''
  if (clusterIPs(old).length > 0 && clusterIPs(svc).length === 0 && before === first)
    spec.clusterIPs = [...clusterIPs(old)]
  if (before === first || !sameList(spec.clusterIPs, old.spec.clusterIPs)) return
  if (before !== '' && first === '') delete spec.clusterIPs
  else spec.clusterIPs = [first]
}

const takesNodePorts = (svc: Service): boolean =>
  svc.spec.type === 'NodePort' || (isLoadBalancer(svc) && svc.spec.allocateLoadBalancerNodePorts !== false)

/** An update that leaves allocated values out keeps them. */
export function patchAllocatedValues(svc: Service, old: Service, minor: number): void {
  const { spec } = svc
  if (needsClusterIP(old) && needsClusterIP(svc)) {
    if (!spec.clusterIP && old.spec.clusterIP) spec.clusterIP = old.spec.clusterIP
    if (clusterIPs(svc).length === 0 && clusterIPs(old).length > 0) spec.clusterIPs = [...clusterIPs(old)]
  }
  const keepsNodePorts = serviceDialect(minor).keepsUnallocatedPorts ? hasNodePortType : takesNodePorts
  if (keepsNodePorts(old) && keepsNodePorts(svc)) patchNodePorts(svc, old)
  if (
    needsHealthCheck(old) &&
    needsHealthCheck(svc) &&
    !spec.healthCheckNodePort &&
    old.spec.healthCheckNodePort
  )
    spec.healthCheckNodePort = old.spec.healthCheckNodePort
}

/** @note Ports are matched by name; a node port that the new object uses elsewhere is not given twice. */
function patchNodePorts(svc: Service, old: Service): void {
  const used = nodePortsOf(old).filter((p) => nodePortsOf(svc).includes(p))
  const byName = new Map(ports(old).map((p) => [p.name ?? '', p.nodePort ?? 0]))
  for (const port of ports(svc)) {
    if (port.nodePort) continue
    const before = byName.get(port.name ?? '') ?? 0
    if (before !== 0 && !used.includes(before)) port.nodePort = before
  }
}
