// Upstream: pkg/apis/core/validation/validation.go (validatePodResourceClaimStatuses, validatePodExtendedResourceClaimStatus, validateNodeAllocatableResourceClaimStatus)

import type { NodeAllocatableResourceClaimStatus, PodSpec, PodStatus } from '../../../api/core-v1.ts'
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { nameIsDNSSubdomain } from '../../../apimachinery/validation/names.ts'
import { validateDns1123Label } from '../core/names.ts'
import { isNativeResource, quantityOf } from '../core/resource-list.ts'
import { podDialect } from './dialect.ts'

/** The errors of a pod's statuses of resource claims, which must be entries of the spec. */
export function validateClaimStatuses(
  status: PodStatus,
  spec: PodSpec,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const names = new Set<string>()
  const known = new Set((spec.resourceClaims ?? []).map((c) => c.name ?? ''))
  const errors = (status.resourceClaimStatuses ?? []).flatMap(({ name = '', resourceClaimName }, i) => {
    const at = path.child('resourceClaimStatuses').index(i)
    const found: FieldError[] = known.has(name)
      ? []
      : [field.invalid(at.child('name'), name, 'must match the name of an entry in `spec.resourceClaims`')]
    if (names.has(name)) found.push(field.duplicate(at.child('name'), name))
    names.add(name)
    const where = at.child(podDialect(minor).claimNameField)
    if (resourceClaimName != null)
      found.push(
        ...nameIsDNSSubdomain(resourceClaimName, false).map((text) =>
          field.invalid(where, resourceClaimName, text),
        ),
      )
    return found
  })
  errors.push(...validateExtended(status, spec, path.child('extendedResourceClaimStatus'), minor))
  status.nodeAllocatableResourceClaimStatuses?.forEach((item, i) => {
    errors.push(
      ...validateAllocatable(item, status, spec, path.child('nodeAllocatableResourceClaimStatuses').index(i)),
    )
  })
  return errors
}

function validateExtended(status: PodStatus, spec: PodSpec, path: FieldPath, minor: number): FieldError[] {
  const claim = status.extendedResourceClaimStatus
  if (claim == null) return []
  const at = path.child('requestMappings')
  const errors: FieldError[] = claim.requestMappings?.length
    ? []
    : [field.required(at, 'at least one request mapping is required')]
  const containers = new Map(
    [...(spec.initContainers ?? []), ...(spec.containers ?? [])].map((c) => [c.name ?? '', c]),
  )
  const seen = new Set<string>()
  claim.requestMappings?.forEach(({ containerName = '', resourceName = '', requestName = '' }, i) => {
    const container = containers.get(containerName)
    if (container === undefined) {
      errors.push(
        field.invalid(
          at.index(i).child('containerName'),
          containerName,
          'must match the name of an entry in spec.initContainers.name or spec.containers.name',
        ),
      )
    } else if (!Object.hasOwn(container.resources?.requests ?? {}, resourceName)) {
      const text =
        'must match the extended resource name of an entry in spec.initContainers.resources.requests or spec.containers.resources.requests'
      errors.push(field.invalid(at.index(i).child('resourceName'), resourceName, text))
    }
    errors.push(...validateDns1123Label(requestName, path.child('requestName'), minor))
    const key = JSON.stringify([containerName, resourceName, requestName])
    if (seen.has(key)) {
      const values = { containerName, resourceName, requestName }
      for (const name of ['containerName', 'resourceName', 'requestName'] as const)
        errors.push(field.duplicate(at.index(i).child(name), values[name]))
    }
    seen.add(key)
  })
  const { resourceClaimName = '' } = claim
  const where = path.child('resourceClaimName')
  if (resourceClaimName === '') return [...errors, field.required(where, '')]
  return [
    ...errors,
    ...nameIsDNSSubdomain(resourceClaimName, false).map((text) =>
      field.invalid(where, resourceClaimName, text),
    ),
  ]
}

function validateAllocatable(
  item: NodeAllocatableResourceClaimStatus,
  status: PodStatus,
  spec: PodSpec,
  path: FieldPath,
): FieldError[] {
  const errors: FieldError[] = []
  const { resourceClaimName: name = '' } = item
  if (name === '') errors.push(field.required(path.child('resourceClaimName'), 'must not be empty'))
  const referenced = [...(spec.resourceClaims ?? []), ...(status.resourceClaimStatuses ?? [])].some(
    (c) => c.resourceClaimName != null && c.resourceClaimName === name,
  )
  if (!referenced)
    errors.push(field.invalid(path.child('resourceClaimName'), name, 'no mapping found in pod reference'))
  if (!item.containers?.length) errors.push(field.required(path.child('containers'), 'must not be empty'))
  const resources = Object.entries(item.resources ?? {})
  if (resources.length === 0) errors.push(field.required(path.child('resources'), 'must not be empty'))
  for (const [resource, quantity] of resources) {
    const at = path.child('resources').key(resource)
    if (!isNativeResource(resource))
      errors.push(field.invalid(at, resource, 'must be a node allocatable resource name'))
    if (quantityOf(quantity).sign < 0)
      errors.push(field.invalid(at, quantityOf(quantity).toString(), 'must be non-negative'))
  }
  return errors
}
