// KEP-784: fields that v1alpha1 does not have. The KEP gives no texts: they are those that others of this validation have.
import { type FieldError, type FieldPath, field } from '../../apimachinery/field-error.ts'
import { type InternalConfiguration, ipFamilyPolicies } from './types.ts'
import { isAddress, isDualStack } from './validation-values.ts'

/** The errors of nodeIPOverride and ipFamilyPolicy. */
export function validateNodeIPs(
  root: FieldPath,
  { nodeIPOverride, ipFamilyPolicy = '' }: Pick<InternalConfiguration, 'nodeIPOverride' | 'ipFamilyPolicy'>,
): FieldError[] {
  return [
    ...validateOverride(root.child('NodeIPOverride'), nodeIPOverride ?? []),
    ...(ipFamilyPolicy === '' || ipFamilyPolicies.some((policy) => policy === ipFamilyPolicy)
      ? []
      : [field.notSupported(root.child('IPFamilyPolicy'), ipFamilyPolicy, [...ipFamilyPolicies, ''])]),
  ]
}

function validateOverride(path: FieldPath, addresses: readonly string[]): FieldError[] {
  const bad = addresses.flatMap((address, i) =>
    isAddress(address)
      ? []
      : [field.invalid(path.index(i), address, 'not a valid textual representation of an IP address')],
  )
  if (bad.length > 0 || addresses.length < 2) return bad
  return addresses.length === 2 && isDualStack(addresses)
    ? []
    : [field.invalid(path, addresses, 'must be either a single IP address or one of each family')]
}
