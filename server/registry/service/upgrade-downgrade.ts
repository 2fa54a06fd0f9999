// Upstream: pkg/apis/core/validation/validation.go (validateUpgradeDowngrade{ClusterIPs,IPFamilies})
import { type FieldError, field } from '../../../apimachinery/field-error.ts'
import {
  clusterIPsPath,
  familiesPath,
  policyPath,
  shownFamilies,
  shownIPs,
  shownPolicy,
} from './cluster-ips.ts'
import { clusterIPs, ipFamilies, isExternalName, isHeadless, type Service, singleStack } from './service.ts'

const fixed = 'may not change once set'

/** Addresses stay once they are set, but for the secondary one that comes and goes with the family policy. */
export function validateClusterIPChange(old: Service, svc: Service, minor: number): FieldError[] {
  if (isExternalName(svc) || isExternalName(old)) return []
  if (isHeadless(old) && isHeadless(svc)) return []
  const [before, after] = [clusterIPs(old), clusterIPs(svc)]
  const shown = shownIPs(svc, minor)
  const primaryChanged =
    before.length > 0 && after.length > 0 && after[0] !== before[0]
      ? [field.invalid(clusterIPsPath.index(0), shown, fixed)]
      : []
  if (before.length < after.length) return primaryChanged
  if (before.length === after.length)
    return before.flatMap((ip, i) =>
      ip === after[i] ? [] : [field.invalid(clusterIPsPath.index(i), shown, fixed)],
    )
  const errors: FieldError[] = []
  if (after.length === 0)
    errors.push(field.invalid(clusterIPsPath.index(0), shown, 'primary clusterIP can not be unset'))
  errors.push(...primaryChanged)
  if (after.length === 1 && svc.spec.ipFamilyPolicy !== singleStack)
    errors.push(
      field.invalid(
        policyPath,
        shownPolicy(svc, minor),
        "must be set to 'SingleStack' when releasing the secondary clusterIP",
      ),
    )
  return errors
}

/** @note The message on a changed primary family shows clusterIPs where the number of families differs. */
export function validateFamilyChange(old: Service, svc: Service, minor: number): FieldError[] {
  if (isExternalName(svc) || isExternalName(old)) return []
  if (isHeadless(svc) || isHeadless(old)) return []
  const [before, after] = [ipFamilies(old), ipFamilies(svc)]
  const first = familiesPath.index(0)
  if (before.length === after.length)
    return before.flatMap((f, i) =>
      f === after[i] ? [] : [field.invalid(first, shownFamilies(svc, minor), fixed)],
    )
  const primaryChanged =
    before.length > 0 && after.length > 0 && after[0] !== before[0]
      ? [field.invalid(first, shownIPs(svc, minor), fixed)]
      : []
  if (before.length < after.length) return primaryChanged
  const errors: FieldError[] = []
  if (clusterIPs(svc).length === 0)
    errors.push(field.invalid(first, shownFamilies(svc, minor), 'primary ipFamily can not be unset'))
  errors.push(...primaryChanged)
  if (after.length === 1 && svc.spec.ipFamilyPolicy !== singleStack)
    errors.push(
      field.invalid(
        policyPath,
        shownPolicy(svc, minor),
        "must be set to 'SingleStack' when releasing the secondary ipFamily",
      ),
    )
  return errors
}
