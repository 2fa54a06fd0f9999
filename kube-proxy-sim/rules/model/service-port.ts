// Upstream: pkg/proxy/serviceport.go, pkg/proxy/servicechangetracker.go, pkg/api/v1/service/util.go

import { getOwn } from '../../../apimachinery/json.ts'
import { familyOf, type IPFamily } from '../../../component-base/ip-family.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { rulesDialect } from '../dialect.ts'
import type { ProxyConfig } from '../proxy-config.ts'
import { canonicalIP, type IPRange, ipRange } from './ip-range.ts'
import type { Service, ServicePortSpec } from './objects.ts'

/** A port of a Service in one address family. */
export interface ServicePort {
  namespace: string
  name: string
  portName: string
  /** `ns/name` or `ns/name:port`. */
  nameString: string
  protocol: string
  clusterIP: string
  port: number
  /** 0: none. */
  nodePort: number
  /** The external IPs that the proxy programs: none with AllowServiceExternalIPs off. */
  externalIPs: string[]
  loadBalancerVIPs: string[]
  loadBalancerSourceRanges: IPRange[]
  clientIPAffinity: boolean
  stickyMaxAgeSeconds: number
  /** 0: none. */
  healthCheckNodePort: number
  externalPolicyLocal: boolean
  internalPolicyLocal: boolean
  /** Reachable by something other than its cluster IP; counts external IPs also where they are not programmed. */
  externallyAccessible: boolean
  /** topology-aware-hints / topology-mode; read by releases before 1.33. */
  hintsAnnotation: string
}

/** Whether some traffic of a service port has the policy Cluster. Upstream: pkg/proxy/serviceport.go UsesClusterEndpoints */
export const usesClusterEndpoints = (port: ServicePort): boolean =>
  !port.internalPolicyLocal || port.externallyAccessible
/** Whether some traffic of a service port has the policy Local. Upstream: pkg/proxy/serviceport.go UsesLocalEndpoints */
export const usesLocalEndpoints = (port: ServicePort): boolean =>
  port.internalPolicyLocal || (port.externalPolicyLocal && port.externallyAccessible)

const defaultAffinitySeconds = 10_800

/** The ports of a Service that a proxy of this family serves; none for headless and ExternalName ones. */
export function servicePorts(service: Service, family: IPFamily, config: ProxyConfig): ServicePort[] {
  const { spec } = service
  const set = spec?.clusterIP !== undefined && spec.clusterIP !== '' && spec.clusterIP !== 'None'
  if (!set || spec.type === 'ExternalName') return []
  const clusterIP = canonicalIP(clusterIPOf(service, family))
  if (clusterIP === undefined) return []
  const common = commonOf(service, family, config)
  return (spec.ports ?? []).map((port) => ({ ...common, ...portOf(service, port, common), clusterIP }))
}

function clusterIPOf(service: Service, family: IPFamily): string {
  const { ipFamilies = [], clusterIPs = [], clusterIP = '' } = service.spec!
  if (ipFamilies.length === 0) return familyOf(clusterIP) === family ? clusterIP : ''
  const at = ipFamilies.indexOf(family)
  return clusterIPs[at] ?? (at === 0 ? clusterIP : '')
}

type Common = Omit<
  ServicePort,
  'portName' | 'nameString' | 'protocol' | 'port' | 'nodePort' | 'clusterIP' | 'externallyAccessible'
> & { hasExternalIPs: boolean }

function commonOf(service: Service, family: IPFamily, config: ProxyConfig): Common {
  const spec = service.spec!
  const external = ipsOf(spec.externalIPs, family)
  const affinity = spec.sessionAffinity === 'ClientIP'
  const needsHealthCheck = spec.type === 'LoadBalancer' && externalPolicyLocal(service, config)
  return {
    namespace: service.metadata.namespace ?? 'default',
    name: service.metadata.name ?? '',
    externalIPs: gateEnabled(config.gates, 'AllowServiceExternalIPs') ? external : [],
    hasExternalIPs: external.length > 0,
    loadBalancerVIPs: loadBalancerVIPs(service, family, config),
    loadBalancerSourceRanges: sourceRanges(spec.loadBalancerSourceRanges, family, config),
    clientIPAffinity: affinity,
    stickyMaxAgeSeconds: affinity
      ? (spec.sessionAffinityConfig?.clientIP?.timeoutSeconds ?? defaultAffinitySeconds)
      : 0,
    healthCheckNodePort: needsHealthCheck ? (spec.healthCheckNodePort ?? 0) : 0,
    externalPolicyLocal: externalPolicyLocal(service, config),
    internalPolicyLocal:
      spec.internalTrafficPolicy === 'Local' && gateEnabled(config.gates, 'ServiceInternalTrafficPolicy'),
    hintsAnnotation: hintsAnnotation(service, config),
  }
}

function portOf(service: Service, port: ServicePortSpec, common: Common) {
  const portName = port.name ?? ''
  const name = `${common.namespace}/${service.metadata.name ?? ''}`
  const nodePort = port.nodePort ?? 0
  return {
    portName,
    nameString: portName === '' ? name : `${name}:${portName}`,
    protocol: port.protocol ?? 'TCP',
    port: port.port,
    nodePort,
    externallyAccessible: nodePort !== 0 || common.loadBalancerVIPs.length > 0 || common.hasExternalIPs,
  }
}

function externalPolicyLocal(service: Service, { minor }: ProxyConfig): boolean {
  const { type = 'ClusterIP', externalIPs = [], externalTrafficPolicy } = service.spec!
  const { externalIPPolicy } = rulesDialect(minor)
  const accessible =
    type === 'LoadBalancer' ||
    type === 'NodePort' ||
    (externalIPPolicy && type === 'ClusterIP' && externalIPs.length > 0)
  return accessible && externalTrafficPolicy === 'Local'
}

const ipsOf = (ips: readonly string[] | undefined, family: IPFamily): string[] =>
  (ips ?? [])
    .map(canonicalIP)
    .filter((ip): ip is string => ip !== undefined)
    .filter((ip) => familyOf(ip) === family)

function loadBalancerVIPs(service: Service, family: IPFamily, config: ProxyConfig): string[] {
  const readsMode = gateEnabled(config.gates, 'LoadBalancerIPMode')
  const ingress = service.status?.loadBalancer?.ingress ?? []
  const vips = ingress.filter(({ ipMode }) => !readsMode || (ipMode ?? 'VIP') === 'VIP')
  return ipsOf(
    vips.map(({ ip }) => ip ?? ''),
    family,
  )
}

/** Validation lets padding with spaces pass. @note Only from 1.34 on does 0.0.0.0/0 mean no restriction. */
function sourceRanges(
  texts: readonly string[] | undefined,
  family: IPFamily,
  config: ProxyConfig,
): IPRange[] {
  const ranges = (texts ?? [])
    .map((text) => ipRange(text.trim()))
    .filter((range): range is IPRange => range?.family === family)
  const { openSourceRange } = rulesDialect(config.minor)
  return openSourceRange && ranges.some(({ bits }) => bits === 0) ? [] : ranges
}

function hintsAnnotation(service: Service, { minor }: ProxyConfig): string {
  const annotations = service.metadata.annotations ?? {}
  const hints = getOwn(annotations, 'service.kubernetes.io/topology-aware-hints')
  if (!rulesDialect(minor).topologyModeAnnotation) return hints ?? ''
  return hints ?? getOwn(annotations, 'service.kubernetes.io/topology-mode') ?? ''
}
