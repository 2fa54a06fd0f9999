// Upstream: pkg/apis/core/validation/validation.go (source ranges, load balancer class and status)

import type { LoadBalancerIngress } from '../../../api/core-v1.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { getOwn } from '../../../apimachinery/json.ts'
import { validationDialect } from '../../../apimachinery/validation/dialect.ts'
import { parseCIDRSloppy, parseIPSloppy } from '../../../apimachinery/validation/ip-address.ts'
import { isQualifiedName } from '../../../apimachinery/validation/label-names.ts'
import { isDNS1123Subdomain } from '../../../apimachinery/validation/names.ts'
import { isAnyIP } from '../../../apimachinery/validation/strict-ip.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import type { ServerContext } from '../generic/strategy.ts'
import { serviceDialect } from './dialect.ts'
import { isLoadBalancer, type Service } from './service.ts'
import { validCIDR, validIP } from './validation-context.ts'

const spec = FieldPath.of('spec')
const onlyLoadBalancer = "may only be used when `type` is 'LoadBalancer'"
const rangesAnnotation = 'service.beta.kubernetes.io/load-balancer-source-ranges'

/** The errors of loadBalancerSourceRanges, or of the annotation in their place. */
export function validateSourceRanges(
  svc: Service,
  old: Service | undefined,
  server: ServerContext,
): FieldError[] {
  const ranges = svc.spec.loadBalancerSourceRanges ?? []
  if (ranges.length === 0) return validateRangesAnnotation(svc, old, server)
  const path = spec.child('LoadBalancerSourceRanges')
  const errors = isLoadBalancer(svc) ? [] : [field.forbidden(path, onlyLoadBalancer)]
  if (!serviceDialect(server.release.minor).checksRangesOneByOne)
    return [...errors, ...listOfRanges(path, `[${ranges.join(' ')}]`, ranges)]
  const before = (old?.spec.loadBalancerSourceRanges ?? []).map((v) => v.trim())
  return [...errors, ...ranges.flatMap((value, i) => validCIDR(server, path.index(i), value.trim(), before))]
}

const protocolsOf = (svc: Service | undefined): Set<unknown> =>
  new Set(svc?.spec.ports?.map(({ protocol }) => protocol))

/** The error of ports of several protocols, where the gate is off and the stored Service has none such. Upstream: ValidateConditionalService of 1.25 */
export function validateMixedProtocols(
  svc: Service,
  old: Service | undefined,
  { gates, release }: ServerContext,
): FieldError[] {
  if (!isLoadBalancer(svc) || gateEnabled(gates, 'MixedProtocolLBService')) return []
  if (protocolsOf(svc).size <= 1 || protocolsOf(old).size > 1) return []
  const ports = badValue(svc.spec.ports, '[]core.ServicePort', release.minor)
  return [
    field.invalid(
      spec.child('ports'),
      ports,
      "may not contain more than 1 protocol when type is 'LoadBalancer'",
    ),
  ]
}

const listOfRanges = (path: FieldPath, shown: string, ranges: readonly string[]): FieldError[] =>
  ranges.every((range) => parseCIDRSloppy(range.trim()) !== undefined)
    ? []
    : [field.invalid(path, shown, 'must be a list of IP ranges. For example, 10.240.0.0/24,10.250.0.0/24 ')]

function validateRangesAnnotation(
  svc: Service,
  old: Service | undefined,
  server: ServerContext,
): FieldError[] {
  const value = getOwn(svc.metadata.annotations, rangesAnnotation)
  if (value === undefined) return []
  const path = FieldPath.of('metadata', 'annotations').key(rangesAnnotation)
  const errors = isLoadBalancer(svc) ? [] : [field.forbidden(path, onlyLoadBalancer)]
  const unchanged =
    validationDialect(server.release.minor).keepsOldIPs &&
    getOwn(old?.metadata.annotations, rangesAnnotation) === value
  if (unchanged || value.trim() === '') return errors
  if (!serviceDialect(server.release.minor).checksRangesOneByOne)
    return [...errors, ...listOfRanges(path, value, value.trim().split(','))]
  return [
    ...errors,
    ...value
      .trim()
      .split(',')
      .flatMap((cidr) => validCIDR(server, path, cidr.trim())),
  ]
}

/** The errors of loadBalancerClass, which cannot change while the Service is a load balancer. */
export function validateLoadBalancerClass(
  svc: Service,
  old: Service | undefined,
  minor: number,
): FieldError[] {
  const path = spec.child('loadBalancerClass')
  const value = svc.spec.loadBalancerClass ?? undefined
  const errors: FieldError[] = []
  if (
    old !== undefined &&
    isLoadBalancer(old) &&
    isLoadBalancer(svc) &&
    (old.spec.loadBalancerClass ?? undefined) !== value
  )
    errors.push(field.invalid(path, badValue(value, '*string', minor), 'may not change once set'))
  if (value === undefined) return errors
  if (!isLoadBalancer(svc)) return [...errors, field.forbidden(path, onlyLoadBalancer)]
  return [...errors, ...isQualifiedName(value, minor).map((text) => field.invalid(path, value, text))]
}

/** `status.loadBalancer` as a write to the status subresource leaves it. */
export function validateLoadBalancerStatus(svc: Service, old: Service, server: ServerContext): FieldError[] {
  const path = FieldPath.of('status', 'loadBalancer', 'ingress')
  const list = svc.status?.loadBalancer?.ingress ?? []
  if (!isLoadBalancer(svc) && list.length > 0 && !gateEnabled(server.gates, 'AllowServiceLBStatusOnNonLB'))
    return [field.forbidden(path, "may only be used when `spec.type` is 'LoadBalancer'")]
  const before = (old.status?.loadBalancer?.ingress ?? []).flatMap((ingress) =>
    ingress.ip ? [ingress.ip] : [],
  )
  return list.flatMap((ingress, i) => validateIngress(ingress, before, server, path.index(i)))
}

const validateAddress = (
  ip: string,
  before: string[],
  server: ServerContext,
  path: FieldPath,
): FieldError[] =>
  validationDialect(server.release.minor).sharesIPChecks
    ? validIP(server, path, ip, before)
    : isAnyIP(path, ip, 'must be a valid IP address')

function validateIngress(
  ingress: LoadBalancerIngress,
  before: string[],
  server: ServerContext,
  path: FieldPath,
): FieldError[] {
  const errors = ingress.ip ? validateAddress(ingress.ip, before, server, path.child('ip')) : []
  const mode = ingress.ipMode ?? undefined
  const modePath = path.child('ipMode')
  if (mode === undefined) {
    if (ingress.ip && gateEnabled(server.gates, 'LoadBalancerIPMode'))
      errors.push(field.required(modePath, 'must be specified when `ip` is set'))
  } else if (!ingress.ip) errors.push(field.forbidden(modePath, 'may not be specified when `ip` is not set'))
  else if (mode !== 'VIP' && mode !== 'Proxy')
    errors.push(
      field.notSupported(modePath, badValue(mode, 'string', server.release.minor), ['Proxy', 'VIP']),
    )
  const host = ingress.hostname ?? ''
  if (host === '') return errors
  errors.push(...isDNS1123Subdomain(host).map((text) => field.invalid(path.child('hostname'), host, text)))
  if (parseIPSloppy(host) !== undefined)
    errors.push(field.invalid(path.child('hostname'), host, 'must be a DNS name, not an IP address'))
  return errors
}
