// Upstream: pkg/registry/core/service/storage/alloc.go (initIPFamilyFields)
import { type FieldError, field } from '../../../../apimachinery/field-error.ts'
import { badValue } from '../../../../apimachinery/go-print/bad-value.ts'
import { newInvalid } from '../../../../apimachinery/status-error.ts'
import { parseIPSloppy } from '../../../../apimachinery/validation/ip-address.ts'
import { familyOf, otherFamily } from '../../../../component-base/ip-family.ts'
import type { ServerContext } from '../../generic/strategy.ts'
import {
  clusterIPsPath,
  familiesPath,
  policyPath,
  shownIPs,
  shownPolicy,
  validateClusterIPFields,
} from '../cluster-ips.ts'
import { primaryFamily } from '../defaults.ts'
import {
  clusterIPs,
  ipFamilies,
  isExternalName,
  preferDualStack,
  requireDualStack,
  type Service,
  sameList,
  singleStack,
} from '../service.ts'

/** Whether a server allocates cluster IPs of a family. */
export const hasFamily = (server: ServerContext, family: string): boolean =>
  server.serviceCIDRs.some((cidr) => familyOf(cidr) === family)

function refuse(svc: Service, errors: FieldError[]): void {
  if (errors.length > 0) throw newInvalid({ group: '', kind: 'Service' }, svc.metadata.name ?? '', errors)
}

/** An update of a PreferDualStack service that changes neither addresses nor families keeps what it has. */
export function keepsPreferDualStack(svc: Service, old: Service | undefined): boolean {
  if (old === undefined || svc.spec.ipFamilyPolicy !== preferDualStack) return false
  if (
    old.spec.type !== svc.spec.type ||
    !['ClusterIP', 'NodePort', 'LoadBalancer'].includes(svc.spec.type ?? '')
  )
    return false
  if ((old.spec.ipFamilyPolicy ?? preferDualStack) !== preferDualStack) return false
  return (
    sameList(old.spec.clusterIPs, svc.spec.clusterIPs) && sameList(old.spec.ipFamilies, svc.spec.ipFamilies)
  )
}

/** Fills in ipFamilyPolicy and ipFamilies, and refuses what the cluster cannot do. Throws 422. */
export function initIPFamilyFields(svc: Service, old: Service | undefined, server: ServerContext): void {
  if (isExternalName(svc) || keepsPreferDualStack(svc, old)) return
  const selectorless = svc.spec.clusterIP === 'None' && Object.keys(svc.spec.selector ?? {}).length === 0
  if ((svc.spec.ipFamilyPolicy ?? null) === null)
    svc.spec.ipFamilyPolicy = old?.spec.ipFamilyPolicy ?? (selectorless ? requireDualStack : singleStack)
  refuse(svc, validateClusterIPFields(svc, old, server))
  const errors = old === undefined ? [] : reduce(svc, old, server.release.minor)
  refuse(svc, [...errors, ...singleStackErrors(svc, server.release.minor), ...inferFamilies(svc, server)])
  if (!selectorless) refuse(svc, unconfigured(svc, server))
  if (ipFamilies(svc).length === 0) svc.spec.ipFamilies = [primaryFamily(server)]
  const families = ipFamilies(svc)
  const canHaveTwo = selectorless || (hasFamily(server, 'IPv4') && hasFamily(server, 'IPv6'))
  if (families.length === 1 && svc.spec.ipFamilyPolicy !== singleStack && canHaveTwo)
    svc.spec.ipFamilies = [families[0]!, otherFamily(families[0]!)]
}

/** A change to SingleStack gives the second family back; any other change may not. */
function reduce(svc: Service, old: Service, minor: number): FieldError[] {
  const [ips, families] = [clusterIPs(svc), ipFamilies(svc)]
  if (svc.spec.ipFamilyPolicy === singleStack) {
    if (ips.length > 1 && sameList(old.spec.clusterIPs, ips)) svc.spec.clusterIPs = ips.slice(0, 1)
    if (families.length > 1 && sameList(old.spec.ipFamilies, families))
      svc.spec.ipFamilies = families.slice(0, 1)
    return []
  }
  const text = "must be 'SingleStack' to release the secondary"
  const errors: FieldError[] = []
  if (ips.length > 0 && ips.length < clusterIPs(old).length)
    errors.push(field.invalid(policyPath, shownPolicy(svc, minor), `${text} cluster IP`))
  if (families.length > 0 && families.length < ipFamilies(old).length)
    errors.push(field.invalid(policyPath, shownPolicy(svc, minor), `${text} IP family`))
  return errors
}

function singleStackErrors(svc: Service, minor: number): FieldError[] {
  if (svc.spec.ipFamilyPolicy !== singleStack) return []
  const text = "must be 'RequireDualStack' or 'PreferDualStack' when multiple"
  const wrong = (what: string): FieldError =>
    field.invalid(policyPath, shownPolicy(svc, minor), `${text} ${what} are specified`)
  return [
    ...(clusterIPs(svc).length === 2 ? [wrong('cluster IPs')] : []),
    ...(ipFamilies(svc).length === 2 ? [wrong('IP families')] : []),
  ]
}

function inferFamilies(svc: Service, server: ServerContext): FieldError[] {
  const errors: FieldError[] = []
  for (const [i, ip] of clusterIPs(svc).entries()) {
    if (ip === 'None') break
    if (i < ipFamilies(svc).length) continue
    const address = parseIPSloppy(ip)
    const family = address === undefined ? 'unknown' : `IPv${address.family}`
    if (hasFamily(server, family)) svc.spec.ipFamilies = [...ipFamilies(svc), family]
    else
      errors.push(
        field.invalid(
          clusterIPsPath.index(i),
          shownIPs(svc, server.release.minor),
          `${family} is not configured on this cluster`,
        ),
      )
  }
  return errors
}

function unconfigured(svc: Service, server: ServerContext): FieldError[] {
  const { minor } = server.release
  const errors: FieldError[] = []
  const dual = hasFamily(server, 'IPv4') && hasFamily(server, 'IPv6')
  if (svc.spec.ipFamilyPolicy === requireDualStack && !dual)
    errors.push(
      field.invalid(
        policyPath,
        shownPolicy(svc, minor),
        'this cluster is not configured for dual-stack services',
      ),
    )
  for (const [i, family] of ipFamilies(svc).entries())
    if (!hasFamily(server, family))
      errors.push(
        field.invalid(
          familiesPath.index(i),
          badValue(family, 'string', minor),
          'not configured on this cluster',
        ),
      )
  return errors
}
