// Upstream: pkg/api/service/warnings.go

import { FieldPath } from '../../../apimachinery/field-error.ts'
import { getOwn } from '../../../apimachinery/json.ts'
import { validationDialect } from '../../../apimachinery/validation/dialect.ts'
import { getWarningsForCIDR, getWarningsForIP } from '../../../apimachinery/validation/strict-ip.ts'
import { serviceDialect } from './dialect.ts'
import { legacyCIDRWarnings, legacyIPWarnings } from './legacy-ip-warnings.ts'
import { clusterIPs, isExternalName, type Service } from './service.ts'

const spec = FieldPath.of('spec')
const hintsAnnotation = 'service.kubernetes.io/topology-aware-hints'

/** The warnings about a Service: deprecated annotations and fields, and addresses that are not canonical. */
export function warningsForService(svc: Service, minor: number): string[] {
  const warnings: string[] = []
  const release = serviceDialect(minor)
  if (!release.warns) return warnings
  const { warnsOfOddIPs } = validationDialect(minor)
  const ip = (path: FieldPath, value: string): void => {
    warnings.push(...(warnsOfOddIPs ? getWarningsForIP(path, value, minor) : legacyIPWarnings(path, value)))
  }
  if (getOwn(svc.metadata.annotations, hintsAnnotation) !== undefined)
    warnings.push(
      `annotation ${hintsAnnotation} is deprecated, please use service.kubernetes.io/topology-mode instead`,
    )
  if (svc.spec.clusterIP && svc.spec.clusterIP !== 'None')
    for (const [i, value] of clusterIPs(svc).entries()) ip(spec.child('clusterIPs').index(i), value)
  const headless = svc.spec.type === 'ClusterIP' && svc.spec.clusterIP === 'None'
  if (headless && release.warnsOfHeadless) warnings.push(...headlessWarnings(svc))
  const externalIPs = svc.spec.externalIPs ?? []
  for (const [i, value] of externalIPs.entries()) ip(spec.child('externalIPs').index(i), value)
  if (release.warnsOfExternalIPs && externalIPs.length > 0 && !headless && !isExternalName(svc))
    warnings.push('spec.externalIPs is deprecated and may no longer be implemented in some clusters')
  if (svc.spec.loadBalancerIP) ip(spec.child('loadBalancerIP'), svc.spec.loadBalancerIP)
  for (const [i, value] of (svc.spec.loadBalancerSourceRanges ?? []).entries()) {
    const path = spec.child('loadBalancerSourceRanges').index(i)
    warnings.push(
      ...(warnsOfOddIPs ? getWarningsForCIDR(path, value, minor) : legacyCIDRWarnings(path, value)),
    )
  }
  return [...warnings, ...typeWarnings(svc, minor)]
}

function headlessWarnings(svc: Service): string[] {
  const warnings: string[] = []
  if (svc.spec.loadBalancerIP) warnings.push('spec.loadBalancerIP is ignored for headless services')
  if ((svc.spec.externalIPs ?? []).length > 0)
    warnings.push('spec.externalIPs is ignored for headless services')
  if (svc.spec.sessionAffinity !== 'None')
    warnings.push('spec.SessionAffinity is ignored for headless services')
  return warnings
}

function typeWarnings(svc: Service, minor: number): string[] {
  const warnings: string[] = []
  if (!serviceDialect(minor).warnsOfIgnoredNames) return warnings
  if (isExternalName(svc) && (svc.spec.externalIPs ?? []).length > 0)
    warnings.push('spec.externalIPs is ignored when spec.type is "ExternalName"')
  if (!isExternalName(svc) && svc.spec.externalName)
    warnings.push('spec.externalName is ignored when spec.type is not "ExternalName"')
  if (serviceDialect(minor).warnsOfPreferClose && svc.spec.trafficDistribution === 'PreferClose')
    warnings.push('spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"')
  return warnings
}

/** Warnings of a write to the status. */
export function warningsForServiceStatus(svc: Service, minor: number): string[] {
  if (!validationDialect(minor).warnsOfOddIPs) return []
  const path = FieldPath.of('status', 'loadBalancer', 'ingress')
  return (svc.status?.loadBalancer?.ingress ?? []).flatMap((ingress, i) =>
    ingress.ip ? getWarningsForIP(path.index(i), ingress.ip, minor) : [],
  )
}
