// Upstream: pkg/apis/core/validation/validation.go (ValidateServiceClusterIPsRelatedFields)
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { parseIPSloppy } from '../../../apimachinery/validation/ip-address.ts'
import type { ServerContext } from '../generic/strategy.ts'
import { serviceDialect } from './dialect.ts'
import { clusterIPs, ipFamilies, isExternalName, isHeadless, type Service } from './service.ts'
import { named, validIP } from './validation-context.ts'

const spec = FieldPath.of('spec')
/** Go's type of a Service's families. */
export const goFamilies = '[]core.IPFamily'
/** Go's type of an ipFamilyPolicy. */
export const goPolicy = (minor: number): string => `*core.${serviceDialect(minor).familyPolicyType}`
/** The path of clusterIPs. */
export const clusterIPsPath = spec.child('clusterIPs')
/** The path of ipFamilies. */
export const familiesPath = spec.child('ipFamilies')
/** The path of ipFamilyPolicy. */
export const policyPath = spec.child('ipFamilyPolicy')

/** The cluster IPs as the release prints bad values. */
export const shownIPs = (svc: Service, minor: number): unknown =>
  badValue(svc.spec.clusterIPs, '[]string', minor)
/** The families as the release prints bad values. */
export const shownFamilies = (svc: Service, minor: number): unknown =>
  badValue(svc.spec.ipFamilies, goFamilies, minor)
/** The ipFamilyPolicy as the release prints bad values. */
export const shownPolicy = (svc: Service, minor: number): unknown =>
  badValue(svc.spec.ipFamilyPolicy, goPolicy(minor), minor)

/** The errors of a Service's cluster IPs and families; none for ExternalName. */
export function validateClusterIPFields(
  svc: Service,
  old: Service | undefined,
  server: ServerContext,
): FieldError[] {
  if (isExternalName(svc)) return []
  const { minor } = server.release
  const errors = [...clusterIPMatches(svc, minor), ...familiesKnown(svc, minor)]
  const invalid = addressErrors(svc, old, server)
  errors.push(...invalid)
  const ips = clusterIPs(svc)
  if (ips.length > 2)
    errors.push(field.invalid(clusterIPsPath, shownIPs(svc, minor), 'may only hold up to 2 values'))
  if (invalid.length > 0) return errors
  if (ips.length > 1 && new Set(ips.map((ip) => parseIPSloppy(ip)?.family)).size < 2)
    errors.push(
      field.invalid(
        clusterIPsPath,
        shownIPs(svc, minor),
        'may specify no more than one IP for each IP family',
      ),
    )
  return [...errors, ...familyMismatches(svc)]
}

function clusterIPMatches(svc: Service, minor: number): FieldError[] {
  const ips = clusterIPs(svc)
  if (!svc.spec.clusterIP)
    return ips.length === 0
      ? []
      : [
          field.invalid(
            clusterIPsPath,
            shownIPs(svc, minor),
            'must be empty when `clusterIP` is not specified',
          ),
        ]
  if (ips.length === 0) return [field.required(clusterIPsPath, '')]
  if (ips[0] === svc.spec.clusterIP) return []
  return [field.invalid(clusterIPsPath, shownIPs(svc, minor), 'first value must match `clusterIP`')]
}

function familiesKnown(svc: Service, minor: number): FieldError[] {
  const errors: FieldError[] = []
  const seen = new Set<string>()
  for (const [i, family] of ipFamilies(svc).entries()) {
    const path = familiesPath.index(i)
    if (family !== 'IPv4' && family !== 'IPv6')
      errors.push(field.notSupported(path, named(family, minor), ['IPv4', 'IPv6']))
    if (seen.has(family)) errors.push(field.duplicate(path, named(family, minor)))
    seen.add(family)
  }
  const policy = svc.spec.ipFamilyPolicy
  const policies = ['PreferDualStack', 'RequireDualStack', 'SingleStack']
  if (policy !== undefined && policy !== null && !policies.includes(policy))
    errors.push(field.notSupported(policyPath, shownPolicy(svc, minor), policies))
  return errors
}

function addressErrors(svc: Service, old: Service | undefined, server: ServerContext): FieldError[] {
  const ips = clusterIPs(svc)
  return ips.flatMap((ip, i) => {
    if (i !== 0 || ip !== 'None') return validIP(server, clusterIPsPath.index(i), ip, old?.spec.clusterIPs)
    if (ips.length === 1) return []
    return [
      field.invalid(
        clusterIPsPath,
        shownIPs(svc, server.release.minor),
        "'None' must be the first and only value",
      ),
    ]
  })
}

function familyMismatches(svc: Service): FieldError[] {
  if (isHeadless(svc)) return []
  return clusterIPs(svc).flatMap((ip, i) => {
    const family = ipFamilies(svc)[i]
    const isIPv6 = parseIPSloppy(ip)?.family === 6
    if ((family === 'IPv4' && isIPv6) || (family === 'IPv6' && !isIPv6))
      return [
        field.invalid(
          clusterIPsPath.index(i),
          ip,
          `expected an ${family} value as indicated by \`ipFamilies[${i}]\``,
        ),
      ]
    return []
  })
}
