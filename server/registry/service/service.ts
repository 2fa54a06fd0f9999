// Upstream: pkg/api/service/util.go, pkg/registry/core/service/storage/storage.go (what a Service needs)

import type { Service as APIService, ServicePort } from '../../../api/core-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import type { With } from '../../../apimachinery/with.ts'
import { subObject } from '../core/sub-object.ts'
import { serviceDialect } from './dialect.ts'

/** A Service whose spec is there. */
export type Service = With<APIService, 'metadata' | 'spec'>
export type { ServicePort }

/** The object as a Service; an absent spec becomes an empty one. */
export function asService(object: KubeObject): Service {
  subObject(object, 'spec')
  return object as unknown as Service
}

/** The ipFamilyPolicy of Services in one family. */
export const singleStack = 'SingleStack'
/** The ipFamilyPolicy of Services in both families where the cluster has them. */
export const preferDualStack = 'PreferDualStack'
/** The ipFamilyPolicy of Services that must be in both families. */
export const requireDualStack = 'RequireDualStack'

/** The ports of a Service; none where the field is absent. */
export const ports = (svc: Service): ServicePort[] => svc.spec.ports ?? []
/** The cluster IPs of a Service; none where the field is absent. */
export const clusterIPs = (svc: Service): string[] => svc.spec.clusterIPs ?? []
/** The families of a Service; none where the field is absent. */
export const ipFamilies = (svc: Service): string[] => svc.spec.ipFamilies ?? []

/** Whether a Service is of type ExternalName. */
export const isExternalName = (svc: Service): boolean => svc.spec.type === 'ExternalName'
/** Whether a Service is of type LoadBalancer. */
export const isLoadBalancer = (svc: Service): boolean => svc.spec.type === 'LoadBalancer'
/** Whether a Service's only cluster IP is `None`. */
export const isHeadless = (svc: Service): boolean =>
  clusterIPs(svc).length === 1 && clusterIPs(svc)[0] === 'None'
/** Whether a Service of its type has cluster IPs. */
export const needsClusterIP = (svc: Service): boolean => !isExternalName(svc)
/** Whether a Service of its type can have node ports. */
export const hasNodePortType = (svc: Service): boolean => svc.spec.type === 'NodePort' || isLoadBalancer(svc)

/** Traffic from outside may reach it, so that externalTrafficPolicy has a meaning. */
export const externallyAccessible = (svc: Service, minor: number): boolean =>
  hasNodePortType(svc) ||
  (serviceDialect(minor).hasPolicyForExternalIPs &&
    svc.spec.type === 'ClusterIP' &&
    (svc.spec.externalIPs ?? []).length > 0)

/** Whether a Service has a healthCheckNodePort: a load balancer with the external policy Local. */
export const needsHealthCheck = (svc: Service): boolean =>
  isLoadBalancer(svc) && svc.spec.externalTrafficPolicy === 'Local'

/** Whether ports of a Service get node ports that they do not name. */
export const shouldAllocateNodePorts = (svc: Service): boolean =>
  svc.spec.type === 'NodePort' || (isLoadBalancer(svc) && svc.spec.allocateLoadBalancerNodePorts === true)

/** The node ports of a Service, without those that are unset. */
export const nodePortsOf = (svc: Service): number[] =>
  ports(svc).flatMap((p) => (p.nodePort ? [p.nodePort] : []))

/** Whether two lists are equal; an absent list equals an empty one. */
export const sameList = (a: readonly string[] | undefined, b: readonly string[] | undefined): boolean =>
  (a ?? []).length === (b ?? []).length && (a ?? []).every((item, i) => item === b![i])
