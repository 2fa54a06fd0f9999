// Upstream: pkg/apis/networking/validation/validation.go (ValidateServiceCIDR…)

import type { ServiceCIDRSpec } from '../../../api/networking-v1.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { valueOrEmpty } from '../../../apimachinery/given-empty.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { semanticEqual } from '../../../apimachinery/json.ts'
import { validationDialect } from '../../../apimachinery/validation/dialect.ts'
import { cidrToString, parseCIDRSloppy } from '../../../apimachinery/validation/ip-address.ts'
import { isValidCIDR } from '../../../apimachinery/validation/strict-ip.ts'
import { serviceCIDRDialect } from './dialect.ts'

const path = FieldPath.of('spec', 'cidrs')
const familyText = 'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64'

/** The errors of a ServiceCIDR's networks: one, or one of each family. */
export function validateServiceCIDRSpec(spec: ServiceCIDRSpec, minor: number): FieldError[] {
  const cidrs = spec.cidrs ?? []
  if (cidrs.length === 0) return [field.required(path, 'at least one CIDR required')]
  const shown = badValue(spec, 'networking.ServiceCIDRSpec', minor)
  if (cidrs.length > 2) return [field.invalid(path, shown, 'may only hold up to 2 values')]
  const families = cidrs.map((cidr) => parseCIDRSloppy(cidr)?.network.family)
  if (!validationDialect(minor).checksIPsByOneRule) {
    const dual = families.includes(4) && families.includes(6)
    if (cidrs.length === 2 && !dual) return [field.invalid(path, shown, familyText)]
    return cidrs.flatMap((cidr, i) => legacyCIDR(cidr, path.index(i)))
  }
  const errors = cidrs.flatMap((cidr, i) => isValidCIDR(path.index(i), cidr))
  if (cidrs.length === 2 && families[0] === families[1] && families[0] !== undefined)
    errors.push(field.invalid(path, badValue(cidrs, '[]string', minor), familyText))
  return errors
}

function legacyCIDR(cidr: string, at: FieldPath): FieldError[] {
  const net = parseCIDRSloppy(cidr)
  if (net === undefined)
    return [field.invalid(at, cidr, `netip.ParsePrefix(${JSON.stringify(cidr)}): no '/'`)]
  const errors: FieldError[] = []
  if (net.address.bits !== net.network.bits)
    errors.push(field.invalid(at, cidr, "wrong CIDR format, IP doesn't match network IP address"))
  else if (cidrToString(net) !== cidr)
    errors.push(field.invalid(at, cidr, 'CIDR not in RFC 5952 canonical format'))
  return errors
}

/** The CIDRs stay; a second one may be added in some releases. */
export function validateServiceCIDRChange(
  spec: ServiceCIDRSpec,
  old: ServiceCIDRSpec,
  minor: number,
): FieldError[] {
  const [now, before] = [spec.cidrs ?? [], old.cidrs ?? []]
  const fixed = 'field is immutable'
  const shown = badValue(valueOrEmpty(spec, 'cidrs'), '[]string', minor)
  if (!serviceCIDRDialect(minor).extendsCIDRs)
    return semanticEqual(now, before) ? [] : [field.invalid(path, shown, fixed)]
  const changed = before.flatMap((cidr, i) =>
    cidr === now[i] ? [] : [field.invalid(path.index(i), now[i] ?? '', fixed)],
  )
  if (now.length === before.length) return changed
  if (before.length === 1 && now.length === 2) return [...changed, ...validateServiceCIDRSpec(spec, minor)]
  return [field.invalid(path, shown, fixed)]
}
