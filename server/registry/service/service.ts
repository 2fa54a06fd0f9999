// Upstream: pkg/api/service/util.go, pkg/registry/core/service/storage/storage.go (what a Service needs)

import type { ServicePort, ServiceSpec, ServiceStatus } from '../../../api/core-v1.ts'
import type { KubeObject, ObjectMeta } from '../../../apimachinery/json.ts'
import { subObject } from '../core/sub-object.ts'

/** A decoded Service: `spec` and `status` may be missing as in JSON. */
export interface Service {
  metadata: ObjectMeta
  spec: ServiceSpec
  status?: ServiceStatus
}
export type { ServicePort, ServiceSpec }

/** The object as a Service; an absent spec becomes an empty one. */
export function asService(object: KubeObject): Service {
  subObject(object, 'spec')
  return object as unknown as Service
}

export const singleStack = 'SingleStack'
export const preferDualStack = 'PreferDualStack'
export const requireDualStack = 'RequireDualStack'
export type IPFamily = 'IPv4' | 'IPv6'
export const otherFamily = (family: string): IPFamily => (family === 'IPv4' ? 'IPv6' : 'IPv4')

export const ports = (svc: Service): ServicePort[] => svc.spec.ports ?? []
export const clusterIPs = (svc: Service): string[] => svc.spec.clusterIPs ?? []
export const ipFamilies = (svc: Service): string[] => svc.spec.ipFamilies ?? []

export const isExternalName = (svc: Service): boolean => svc.spec.type === 'ExternalName'
export const isLoadBalancer = (svc: Service): boolean => svc.spec.type === 'LoadBalancer'
export const isHeadless = (svc: Service): boolean =>
  clusterIPs(svc).length === 1 && clusterIPs(svc)[0] === 'None'
export const needsClusterIP = (svc: Service): boolean => !isExternalName(svc)
export const hasNodePortType = (svc: Service): boolean => svc.spec.type === 'NodePort' || isLoadBalancer(svc)

/** Traffic from outside may reach it, so that externalTrafficPolicy has a meaning. */
export const externallyAccessible = (svc: Service): boolean =>
  hasNodePortType(svc) || (svc.spec.type === 'ClusterIP' && (svc.spec.externalIPs ?? []).length > 0)

export const needsHealthCheck = (svc: Service): boolean =>
  isLoadBalancer(svc) && svc.spec.externalTrafficPolicy === 'Local'

export const shouldAllocateNodePorts = (svc: Service): boolean =>
  svc.spec.type === 'NodePort' || (isLoadBalancer(svc) && svc.spec.allocateLoadBalancerNodePorts === true)

export const nodePortsOf = (svc: Service): number[] =>
  ports(svc).flatMap((p) => (p.nodePort ? [p.nodePort] : []))

export const sameList = (a: readonly string[] | undefined, b: readonly string[] | undefined): boolean =>
  (a ?? []).length === (b ?? []).length && (a ?? []).every((item, i) => item === b![i])
