// Upstream: pkg/apis/core/validation/validation.go (ValidateNode, ValidateNodeUpdate)
import {
  eachFinding,
  type FieldError,
  FieldPath,
  field,
  goQuote,
  repeats,
} from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { validationDialect } from '../../../apimachinery/validation/dialect.ts'
import { parseCIDRSloppy } from '../../../apimachinery/validation/ip-address.ts'
import { byteLength } from '../../../apimachinery/validation/messages.ts'
import { isAnyCIDR } from '../../../apimachinery/validation/strict-ip.ts'
import { validateKubeFinalizers } from '../core/kube-finalizers.ts'
import { validateResourceQuantity } from '../core/resource-validation.ts'
import type { ServerContext } from '../generic/strategy.ts'
import { validCIDR } from '../service/validation-context.ts'
import { validateNodeAnnotations } from './annotations.ts'
import { nodeSpec, nodeStatus } from './defaults.ts'
import { nodeDialect } from './dialect.ts'
import { validateNodeTaints } from './taints.ts'

const taintsPath = FieldPath.of('metadata', 'taints')
const cidrsPath = FieldPath.of('spec', 'podCIDRs')

/** Everything of a new node but the common metadata. @note The path of taints is below metadata. */
export function validateNode(node: KubeObject, server: ServerContext): FieldError[] {
  const { minor } = server.release
  return [
    ...validateKubeFinalizers(node.metadata),
    ...validateNodeAnnotations(node.metadata.annotations, minor),
    ...validateNodeTaints(nodeSpec(node).taints ?? [], taintsPath, minor),
    ...validateResources(node, minor),
    ...(nodeDialect(minor).checksSwap ? validateSwap(node) : []),
    ...(nodeDialect(minor).checksDeclaredFeatures ? validateDeclaredFeatures(node) : []),
    ...validatePodCIDRs(node, server),
  ]
}

/** The errors of an updated Node. */
export function validateNodeUpdate(node: KubeObject, old: KubeObject, server: ServerContext): FieldError[] {
  const { minor } = server.release
  return [
    ...validateKubeFinalizers(node.metadata),
    ...validateNodeAnnotations(node.metadata.annotations, minor),
    ...validateResources(node, minor),
    ...(nodeDialect(minor).checksDeclaredFeatures ? validateDeclaredFeatures(node) : []),
    ...validateAddresses(node, minor),
    ...validateUnchanged(node, old),
    ...validateNodeTaints(nodeSpec(node).taints ?? [], taintsPath, minor),
    ...externalIDUnchanged(node, old),
  ]
}

function validateResources(node: KubeObject, minor: number): FieldError[] {
  const status = nodeStatus(node)
  return (['capacity', 'allocatable'] as const).flatMap((key) => {
    const list = (status[key] ?? {}) as Record<string, string>
    const path = FieldPath.of('status', key)
    return Object.keys(list)
      .sort()
      .flatMap((name) => validateResourceQuantity(name, list, path.child(name), minor))
  })
}

function validateSwap(node: KubeObject): FieldError[] {
  const capacity = (nodeStatus(node).nodeInfo as { swap?: { capacity?: number } } | undefined)?.swap?.capacity
  if (capacity === undefined || capacity === null || capacity > 0) return []
  return [
    field.invalid(
      FieldPath.of('metadata', 'nodeSwapStatus', 'capacity'),
      capacity,
      'must be greater than zero',
    ),
  ]
}

function validateDeclaredFeatures(node: KubeObject): FieldError[] {
  const features = (nodeStatus(node) as { declaredFeatures?: string[] }).declaredFeatures ?? []
  const path = FieldPath.of('status', 'declaredFeatures')
  return features.flatMap((name, i) => {
    const text = featureNameError(name)
    const errors = text === undefined ? [] : [field.invalid(path.index(i), name, text)]
    const next = features[i + 1]
    if (next === name) errors.push(field.duplicate(path.index(i + 1), next))
    else if (next !== undefined && name > next)
      errors.push(field.invalid(path.index(i + 1), next, 'list must be sorted alphabetically'))
    return errors
  })
}

function featureNameError(name: string): string | undefined {
  const prefix = `invalid feature name ${goQuote(name)}: must`
  if (byteLength(name) > 253) return `${prefix} be no more than 253 characters`
  if (/^[A-Z][a-zA-Z0-9]*(\/[a-zA-Z][a-zA-Z0-9]*)*$/.test(name)) return undefined
  return `${prefix} start with an UpperCamelCase segment, with subsequent segments separated by '/' (e.g., MyFeature or MyFeature/mySubFeature), and contain only alphanumeric characters and slashes`
}

function validatePodCIDRs(node: KubeObject, server: ServerContext): FieldError[] {
  const cidrs = nodeSpec(node).podCIDRs ?? []
  const { minor } = server.release
  const errors = cidrs.flatMap((cidr, i) =>
    validationDialect(minor).sharesIPChecks
      ? validCIDR(server, cidrsPath.index(i), cidr)
      : isAnyCIDR(cidrsPath.index(i), cidr, 'must be valid CIDR', badValue(cidrs, '[]string', minor)),
  )
  if (cidrs.length < 2) return errors
  const nets = cidrs.map((cidr) => parseCIDRSloppy(cidr))
  const bad = nets.indexOf(undefined)
  if (bad >= 0) {
    const why = `invalid CIDR address: ${cidrs[bad]}`
    const text = nodeDialect(minor).countsBadCIDR
      ? `invalid CIDR[${bad}]: <nil> (${why})`
      : `failed to parse cidr value:${goQuote(cidrs[bad]!)} with error:${why}`
    errors.push(
      field.internal(cidrsPath, `invalid PodCIDRs. failed to check with dual stack with error:${text}`),
    )
  }
  const dual = bad < 0 && new Set(nets.map((net) => net!.network.family)).size === 2
  if (!dual || cidrs.length > 2)
    errors.push(
      field.invalid(
        cidrsPath,
        badValue(cidrs, '[]string', minor),
        'may specify no more than one CIDR for each IP family',
      ),
    )
  if (!nodeDialect(minor).refusesDuplicateCIDRs) return errors
  const isRepeated = repeats()
  return [
    ...errors,
    ...eachFinding(cidrs, (cidr, i) => (isRepeated(cidr) ? [field.duplicate(cidrsPath.index(i), cidr)] : [])),
  ]
}

function validateAddresses(node: KubeObject, minor: number): FieldError[] {
  const seen = new Set<string>()
  return (nodeStatus(node).addresses ?? []).flatMap((address, i) => {
    const key = JSON.stringify([address.type ?? '', address.address ?? ''])
    const isRepeated = seen.size === seen.add(key).size
    const path = FieldPath.of('status', 'addresses').index(i)
    return isRepeated ? [field.duplicate(path, badValue(address, 'core.NodeAddress', minor))] : []
  })
}

function validateUnchanged(node: KubeObject, old: KubeObject): FieldError[] {
  const [spec, before] = [nodeSpec(node), nodeSpec(old)]
  const errors: FieldError[] = []
  const [cidrs, had] = [spec.podCIDRs ?? [], before.podCIDRs ?? []]
  const changed = had.length === cidrs.length ? had.filter((cidr, i) => cidr !== cidrs[i]).length : 1
  for (let i = 0; had.length > 0 && i < changed; i++)
    errors.push(field.forbidden(cidrsPath, 'node updates may not change podCIDR except from "" to valid'))
  if (before.providerID && before.providerID !== spec.providerID)
    errors.push(
      field.forbidden(
        FieldPath.of('spec', 'providerID'),
        'node updates may not change providerID except from "" to valid',
      ),
    )
  return errors
}

function externalIDUnchanged(node: KubeObject, old: KubeObject): FieldError[] {
  if ((nodeSpec(node).externalID ?? '') === (nodeSpec(old).externalID ?? '')) return []
  return [field.forbidden(FieldPath.of('spec', 'externalID'), 'may not be updated')]
}
