// Upstream: pkg/apis/core/validation/validation.go (ValidateService…)
import { eachFinding, type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { getOwn } from '../../../apimachinery/json.ts'
import { validateLabels } from '../../../apimachinery/validation/labels.ts'
import { isDNS1123Subdomain } from '../../../apimachinery/validation/names.ts'
import { validateObjectMeta } from '../../../apimachinery/validation/object-meta.ts'
import { validateKubeFinalizers } from '../core/kube-finalizers.ts'
import type { ServerContext } from '../generic/strategy.ts'
import { validateClusterIPFields } from './cluster-ips.ts'
import { serviceDialect } from './dialect.ts'
import { validateEndpointIP } from './endpoint-ip.ts'
import { validateServiceName } from './name.ts'
import {
  clusterIPs,
  ipFamilies,
  isExternalName,
  isHeadless,
  isLoadBalancer,
  ports,
  type Service,
} from './service.ts'
import { validateClusterIPChange, validateFamilyChange } from './upgrade-downgrade.ts'
import { named, validIP } from './validation-context.ts'
import {
  validateLoadBalancerClass,
  validateMixedProtocols,
  validateSourceRanges,
} from './validation-load-balancer.ts'
import { validatePortUniqueness, validateServicePorts } from './validation-ports.ts'
import {
  validateExternalTrafficPolicy,
  validateHealthCheckPortChange,
  validateInternalTrafficPolicy,
  validateTrafficDistribution,
} from './validation-traffic.ts'

const specPath = FieldPath.of('spec')
const metaPath = FieldPath.of('metadata')
const hintsAnnotation = 'service.kubernetes.io/topology-aware-hints'
const modeAnnotation = 'service.kubernetes.io/topology-mode'

/** Everything but the common metadata. `old`: the stored service, for values that stay allowed. */
export function validateService(svc: Service, old: Service | undefined, server: ServerContext): FieldError[] {
  const { minor } = server.release
  return [
    ...validateKubeFinalizers(svc.metadata),
    ...(serviceDialect(minor).comparesTopologyModes ? validateTopologyAnnotations(svc) : []),
    ...validateType(svc, minor),
    ...validateServicePorts(svc, minor),
    ...validateLabels(svc.spec.selector, specPath.child('selector'), minor),
    ...validateSessionAffinity(svc, minor),
    ...validateClusterIPFields(svc, old, server),
    ...validateExternalIPs(svc, old, server),
    ...validateKnownType(svc, minor),
    ...validatePortUniqueness(svc, minor),
    ...validateSourceRanges(svc, old, server),
    ...validateAllocateNodePorts(svc),
    ...validateLoadBalancerClass(svc, undefined, minor),
    ...validateExternalTrafficPolicy(svc, minor),
    ...validateInternalTrafficPolicy(svc, server),
    ...validateTrafficDistribution(svc, server),
    ...validateMixedProtocols(svc, old, server),
  ]
}

/** The errors of an update to a Service. */
export function validateServiceUpdate(svc: Service, old: Service, server: ServerContext): FieldError[] {
  const { minor } = server.release
  const { checksUpdatesAsNew } = serviceDialect(minor)
  const again = checksUpdatesAsNew
    ? validateObjectMeta(
        svc.metadata,
        true,
        (n, prefix) => validateServiceName(n, prefix, server),
        metaPath,
        minor,
      )
    : []
  return [
    ...(checksUpdatesAsNew ? validateKubeFinalizers(svc.metadata) : []),
    ...validateClusterIPChange(old, svc, minor),
    ...validateFamilyChange(old, svc, minor),
    ...validateLoadBalancerClass(svc, old, minor),
    ...validateHealthCheckPortChange(old, svc),
    ...again,
    ...validateService(svc, old, server),
  ]
}

function validateTopologyAnnotations(svc: Service): FieldError[] {
  const hints = getOwn(svc.metadata.annotations, hintsAnnotation)
  const mode = getOwn(svc.metadata.annotations, modeAnnotation)
  if (hints === undefined || mode === undefined || hints === mode) return []
  const text = `must match annotations[${hintsAnnotation}] when both are specified`
  return [field.invalid(metaPath.child('annotations').key(modeAnnotation), mode, text)]
}

function validateType(svc: Service, minor: number): FieldError[] {
  const errors: FieldError[] = []
  if (ports(svc).length === 0 && !isHeadless(svc) && !isExternalName(svc))
    errors.push(field.required(specPath.child('ports'), ''))
  if (isLoadBalancer(svc) && serviceDialect(minor).refusesKubeletPort) errors.push(...kubeletPorts(svc))
  if (isHeadless(svc) && (isLoadBalancer(svc) || svc.spec.type === 'NodePort')) {
    const text = `may not be set to 'None' for ${svc.spec.type} services`
    errors.push(field.invalid(specPath.child('clusterIPs').index(0), 'None', text))
  }
  return isExternalName(svc) ? [...errors, ...validateExternalName(svc)] : errors
}

const kubeletPort = 10250

function kubeletPorts(svc: Service): FieldError[] {
  const text = `may not expose port ${kubeletPort} externally since it is used by kubelet`
  return eachFinding(ports(svc), (port, i) =>
    port.port === kubeletPort ? [field.invalid(specPath.child('ports').index(i), kubeletPort, text)] : [],
  )
}

function validateExternalName(svc: Service): FieldError[] {
  const errors: FieldError[] = []
  const text = 'may not be set for ExternalName services'
  if (clusterIPs(svc).length > 0) errors.push(field.forbidden(specPath.child('clusterIPs'), text))
  if (ipFamilies(svc).length > 0) errors.push(field.forbidden(specPath.child('ipFamilies'), text))
  if ((svc.spec.ipFamilyPolicy ?? null) !== null)
    errors.push(field.forbidden(specPath.child('ipFamilyPolicy'), text))
  const path = specPath.child('externalName')
  const name = (svc.spec.externalName ?? '').replace(/\.$/, '')
  if (name === '') return [...errors, field.required(path, '')]
  return [...errors, ...isDNS1123Subdomain(name).map((message) => field.invalid(path, name, message))]
}

const maxAffinitySeconds = 86400

function validateSessionAffinity(svc: Service, minor: number): FieldError[] {
  const path = specPath.child('sessionAffinity')
  const affinity = svc.spec.sessionAffinity ?? ''
  const config = specPath.child('sessionAffinityConfig')
  if (affinity === '') return [field.required(path, '')]
  if (affinity === 'None')
    return (svc.spec.sessionAffinityConfig ?? null) === null
      ? []
      : [field.forbidden(config, 'must not be set when session affinity is None')]
  if (affinity !== 'ClientIP') return [field.notSupported(path, named(affinity, minor), ['ClientIP', 'None'])]
  const required = 'when session affinity type is ClientIP'
  if ((svc.spec.sessionAffinityConfig ?? null) === null) return [field.required(config, required)]
  const clientIP = svc.spec.sessionAffinityConfig!.clientIP
  if ((clientIP ?? null) === null) return [field.required(config.child('clientIP'), required)]
  const seconds = clientIP!.timeoutSeconds
  const secondsPath = config.child('clientIP', 'timeoutSeconds')
  if (seconds === undefined || seconds === null) return [field.required(secondsPath, required)]
  if (seconds > 0 && seconds <= maxAffinitySeconds) return []
  return [field.invalid(secondsPath, seconds, `must be greater than 0 and less than ${maxAffinitySeconds}`)]
}

function validateExternalIPs(svc: Service, old: Service | undefined, server: ServerContext): FieldError[] {
  const path = specPath.child('externalIPs')
  return eachFinding(svc.spec.externalIPs ?? [], (ip, i) => {
    const errors = validIP(server, path.index(i), ip, old?.spec.externalIPs)
    return errors.length > 0 ? errors : validateEndpointIP(ip, path.index(i))
  })
}

function validateKnownType(svc: Service, minor: number): FieldError[] {
  const types = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort']
  const type = svc.spec.type ?? ''
  if (type === '') return [field.required(specPath.child('type'), '')]
  return types.includes(type) ? [] : [field.notSupported(specPath.child('type'), named(type, minor), types)]
}

/** @note The path of the second error lacks `spec`. */
function validateAllocateNodePorts(svc: Service): FieldError[] {
  const name = 'allocateLoadBalancerNodePorts'
  const isSet = (svc.spec.allocateLoadBalancerNodePorts ?? null) !== null
  if (isSet && !isLoadBalancer(svc))
    return [field.forbidden(specPath.child(name), "may only be used when `type` is 'LoadBalancer'")]
  return !isSet && isLoadBalancer(svc) ? [field.required(FieldPath.of(name), '')] : []
}
