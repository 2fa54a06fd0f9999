// Upstream: pkg/apis/networking/validation/validation.go (ValidateClusterCIDR…), pkg/registry/networking/clustercidr/strategy.go
import type { NodeSelector } from '../../../api/core-v1.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { validateImmutableField } from '../../../apimachinery/validation/immutable.ts'
import { parseCIDRSloppy } from '../../../apimachinery/validation/ip-address.ts'
import { nameIsDNSLabel } from '../../../apimachinery/validation/names.ts'
import { metaOnUpdate } from '../core/object-meta-validation.ts'
import { extending } from '../generic/resource-row.ts'
import { validateNodeSelector } from '../pod/affinity.ts'

/** networking.k8s.io/v1alpha1 ClusterCIDRSpec, which came with 1.25 and went with 1.29. */
interface ClusterCIDRSpec {
  nodeSelector?: NodeSelector | null
  perNodeHostBits?: number
  ipv4?: string
  ipv6?: string
}

const specOf = (object: KubeObject): ClusterCIDRSpec => (object['spec'] as ClusterCIDRSpec | undefined) ?? {}
const path = FieldPath.of('spec')
const fewestBits = 4

/** @note Findings about a CIDR name its family as Go's constant does: spec.IPv4. */
function validateCIDR(family: 'IPv4' | 'IPv6', cidr: string, bits: number): FieldError[] {
  const at = path.child(family)
  const parsed = parseCIDRSloppy(cidr)
  if (parsed === undefined) return [field.invalid(at, cidr, `must be a valid CIDR: ${cidr}`)]
  const isOther = parsed.address.family !== (family === 'IPv4' ? 4 : 6)
  const mostBits = (family === 'IPv4' ? 32 : 128) - parsed.prefixLength
  const bitsPath = path.child('perNodeHostBits')
  return [
    ...(isOther ? [field.invalid(at, cidr, `must be a valid ${family} CIDR`)] : []),
    ...(bits < fewestBits
      ? [field.invalid(bitsPath, bits, `must be greater than or equal to ${fewestBits}`)]
      : []),
    ...(bits > mostBits ? [field.invalid(bitsPath, bits, `must be less than or equal to ${mostBits}`)] : []),
  ]
}

function validateSpec(spec: ClusterCIDRSpec, minor: number): FieldError[] {
  const { nodeSelector, perNodeHostBits = 0, ipv4 = '', ipv6 = '' } = spec
  const selector = nodeSelector
    ? validateNodeSelector(nodeSelector, false, path.child('nodeSelector'), minor)
    : []
  if (ipv4 === '' && ipv6 === '')
    return [...selector, field.required(path, 'one or both of `ipv4` and `ipv6` must be specified')]
  return [
    ...selector,
    ...(ipv4 === '' ? [] : validateCIDR('IPv4', ipv4, perNodeHostBits)),
    ...(ipv6 === '' ? [] : validateCIDR('IPv6', ipv6, perNodeHostBits)),
  ]
}

function validateUnchanged(spec: ClusterCIDRSpec, old: ClusterCIDRSpec, minor: number): FieldError[] {
  const type = '*core.NodeSelector'
  const plain = (name: 'perNodeHostBits' | 'ipv4' | 'ipv6'): FieldError[] =>
    validateImmutableField(spec[name], old[name], path.child(name))
  return [
    ...validateImmutableField(spec.nodeSelector, old.nodeSelector, path.child('nodeSelector'), {
      type,
      minor,
    }),
    ...plain('perNodeHostBits'),
    ...plain('ipv4'),
    ...plain('ipv6'),
  ]
}

/** The strategy of ClusterCIDRs. */
export const clusterCIDRRules = extending({
  validateName: (name, prefix, server) => nameIsDNSLabel(name, prefix, server.release.minor),
  validate: ({ server }, object) => validateSpec(specOf(object), server.release.minor),
  validateUpdate: ({ server }, object, old) => [
    ...metaOnUpdate(object),
    ...validateUnchanged(specOf(object), specOf(old), server.release.minor),
  ],
})
