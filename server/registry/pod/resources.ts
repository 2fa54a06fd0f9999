// Upstream: pkg/apis/core/validation/validation.go (validateResourceRequirements, validatePodResources, validateResizePolicy)

import type {
  ContainerResizePolicy,
  PodSpec,
  ResourceClaim,
  ResourceRequirements,
} from '../../../api/core-v1.ts'
import { eachFinding, type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { isGiven } from '../../../apimachinery/given-empty.ts'
import { getOwn } from '../../../apimachinery/json.ts'
import { isPodLevelResource } from '../../../apimachinery/resource-names.ts'
import { validateDns1123Label } from '../core/names.ts'
import {
  compareQuantities,
  isHugePageDivisible,
  isHugePageResource,
  isOvercommitAllowed,
  quantityOf,
  type ResourceList,
} from '../core/resource-list.ts'
import {
  resourceNameValue,
  validateContainerResourceName,
  validateResourceName,
  validateResourceQuantity,
} from '../core/resource-validation.ts'
import { podDialect } from './dialect.ts'
import { aggregateContainers, supportedPodLevelResources } from './pod-level-resources.ts'
import type { PodValidationOptions } from './validation-options.ts'

type ResourceOptions = Pick<PodValidationOptions, 'minor' | 'allowIndivisibleHugePagesValues'>
type NameRule = (name: string, path: FieldPath, minor: number) => FieldError[]

/** The errors of a container's requests, limits and claims. */
export function validateContainerResources(
  resources: ResourceRequirements,
  claimNames: ReadonlySet<string>,
  path: FieldPath,
  options: ResourceOptions,
): FieldError[] {
  return validateRequirements(resources, validateContainerResourceName, claimNames, path, options)
}

function validateRequirements(
  resources: ResourceRequirements,
  nameRule: NameRule,
  claimNames: ReadonlySet<string>,
  path: FieldPath,
  options: ResourceOptions,
): FieldError[] {
  const errors: FieldError[] = []
  const { limits = {}, requests = {} } = resources
  const names = [...Object.keys(limits), ...Object.keys(requests)]
  const value = (name: string, list: ResourceList, at: FieldPath): void => {
    errors.push(
      ...nameRule(name, at, options.minor),
      ...validateResourceQuantity(name, list, at, options.minor),
    )
  }
  const hugePage = (name: string, text: string, at: FieldPath): void => {
    if (
      !isHugePageResource(name) ||
      options.allowIndivisibleHugePagesValues ||
      isHugePageDivisible(name, text)
    )
      return
    errors.push(
      field.invalid(
        at,
        quantityOf(text).toString(),
        `${quantityOf(text)} is not positive integer multiple of ${name}`,
      ),
    )
  }
  const [limitsPath, requestsPath] = [path.child('limits'), path.child('requests')]
  for (const name of Object.keys(limits)) {
    const [text, at] = [limits[name]!, limitsPath.key(name)]
    value(name, limits, at)
    hugePage(name, text, at)
  }
  for (const name of Object.keys(requests)) {
    const [text, at] = [requests[name]!, requestsPath.key(name)]
    value(name, requests, at)
    errors.push(...compareToLimit(name, text, getOwn(limits, name), path, options.minor))
    hugePage(name, text, at)
  }
  if (names.some(isHugePageResource) && !names.some((name) => name === 'cpu' || name === 'memory'))
    errors.push(field.forbidden(path, 'HugePages require cpu or memory'))
  return [
    ...errors,
    ...validateClaimNames(resources.claims ?? [], claimNames, path.child('claims'), options.minor),
  ]
}

function compareToLimit(
  name: string,
  text: string,
  limit: string | undefined,
  path: FieldPath,
  minor: number,
): FieldError[] {
  if (limit === undefined)
    return isOvercommitAllowed(name)
      ? []
      : [field.required(path.child('limits'), 'Limit must be set for non overcommitable resources')]
  const order = compareQuantities(text, limit)
  const shown = podDialect(minor).showsLimit ? ` of ${quantityOf(limit)}` : ''
  const invalid = (what: string): FieldError[] => [
    field.invalid(
      path.child('requests'),
      quantityOf(text).toString(),
      `must be ${what} ${name} limit${shown}`,
    ),
  ]
  if (order !== 0 && !isOvercommitAllowed(name)) return invalid('equal to')
  return order > 0 ? invalid('less than or equal to') : []
}

function validateClaimNames(
  claims: readonly ResourceClaim[],
  known: ReadonlySet<string>,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const names = new Set<string>()
  const below = new NamesBelow()
  const among = known.size === 0 ? ' which is empty' : `: ${[...known].sort().join(', ')}`
  return eachFinding(claims, ({ name = '', request = '' }, i) => {
    const at = path.index(i)
    if (name === '') return [field.required(at, '')]
    const errors: FieldError[] = []
    if (names.has(name)) errors.push(field.duplicate(at, name))
    else {
      if (request !== '') errors.push(...validateDns1123Label(request, at.child('request'), minor))
      const key = request === '' ? name : `${name}/${request}`
      if (names.has(key)) errors.push(field.duplicate(at, key))
      else {
        if (request === '')
          for (let other = below.count(name); other > 0; other--) errors.push(field.duplicate(at, name))
        below.add(key)
      }
      names.add(key)
    }
    if (known.has(name)) return errors
    const detail = `must be one of the names in pod.spec.resourceClaims${among}`
    return [...errors, { ...field.notFound(at, name), detail }]
  })
}

/** Deviates: names have no more slashes than this, in which they could begin as another one. */
const mostSlashes = 16

/** How many names begin with another one and a slash. */
class NamesBelow {
  private readonly counts = new Map<string, number>()

  add(name: string): void {
    let at = name.indexOf('/')
    for (let i = 0; at >= 0 && i < mostSlashes; i++) {
      const above = name.slice(0, at)
      this.counts.set(above, this.count(above) + 1)
      at = name.indexOf('/', at + 1)
    }
  }
  count(name: string): number {
    return this.counts.get(name) ?? 0
  }
}

const resizeResources = ['cpu', 'memory']
const resizePolicies = ['NotRequired', 'RestartContainer']

/** The errors of a container's resize policies. `restartPolicy`: the pod's. */
export function validateResizePolicy(
  policies: readonly ContainerResizePolicy[],
  path: FieldPath,
  restartPolicy: string | undefined,
  minor: number,
): FieldError[] {
  const errors: FieldError[] = []
  const seen = new Set<string>()
  const oneOf = (value: string, shown: unknown, supported: readonly string[]): void => {
    if (value === '') errors.push(field.required(path, ''))
    else if (!supported.includes(value)) errors.push(field.notSupported(path, shown, supported))
  }
  policies.forEach(({ resourceName = '', restartPolicy: policy = '' }, i) => {
    if (seen.has(resourceName))
      errors.push(field.duplicate(path.index(i), resourceNameValue(resourceName, minor)))
    seen.add(resourceName)
    oneOf(resourceName, resourceNameValue(resourceName, minor), resizeResources)
    oneOf(policy, policy, resizePolicies)
    if (restartPolicy === 'Never' && policy !== 'NotRequired') {
      errors.push(
        field.invalid(
          path,
          policy,
          `must be 'NotRequired' when ${podDialect(minor).saysPodRestartPolicy ? 'pod ' : ''}\`restartPolicy\` is 'Never'`,
        ),
      )
    }
  })
  return errors
}

function validatePodResourceName(name: string, path: FieldPath, minor: number): FieldError[] {
  const errors = validateResourceName(name, path, minor)
  const hugePages = podDialect(minor).takesPodLevelHugePages
  const plain = supportedPodLevelResources.filter((n) => hugePages || n !== 'hugepages-')
  if (errors.length > 0 || (hugePages ? isPodLevelResource(name) : plain.includes(name))) return errors
  return [field.notSupported(path, resourceNameValue(name, minor), plain)]
}

/** Resources of the pod as a whole, and how they go with those of its containers. */
export function validatePodResources(
  spec: PodSpec,
  claimNames: ReadonlySet<string>,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const { resources } = spec
  if (resources == null) return []
  const at = path.child('resources')
  if (podDialect(options.minor).refusesPodLevelResourcesOnWindows && spec.os?.name === 'windows')
    return [field.forbidden(at, 'may not be set for a windows pod')]
  const errors: FieldError[] = []
  if (isGiven(resources, 'claims'))
    errors.push(field.forbidden(at.child('claims'), podDialect(options.minor).podLevelClaimsText))
  errors.push(...validateRequirements(resources, validatePodResourceName, claimNames, at, options))
  return [...errors, ...validateConsistency(spec, at, options.minor)]
}

function validateConsistency(spec: PodSpec, path: FieldPath, minor: number): FieldError[] {
  const errors: FieldError[] = []
  const { comparesMissingPodRequests, comparesHugePageLimits } = podDialect(minor)
  const atLeast = (what: 'requests' | 'limits'): void => {
    for (const [name, needed] of Object.entries(aggregateContainers(spec, what))) {
      const own = getOwn(spec.resources?.[what], name)
      if (what === 'limits' && !isHugePageResource(name)) continue
      if (own === undefined && (!comparesMissingPodRequests || what === 'limits')) continue
      if (compareQuantities(needed, own) <= 0) continue
      errors.push(
        field.invalid(
          path.child(what).key(name),
          quantityOf(own).toString(),
          `must be greater than or equal to aggregate container ${what} of ${quantityOf(needed)}`,
        ),
      )
    }
  }
  atLeast('requests')
  if (comparesHugePageLimits) atLeast('limits')
  spec.containers?.forEach((container, i) => {
    for (const [name, limit] of Object.entries(container.resources?.limits ?? {})) {
      const own = getOwn(spec.resources?.limits, name)
      if (own === undefined || compareQuantities(limit, own) <= 0) continue
      const at = path.child('containers').index(i).key(name).child('limits')
      errors.push(
        field.invalid(
          at,
          quantityOf(limit).toString(),
          `must be less than or equal to pod limits of ${quantityOf(own)}`,
        ),
      )
    }
  })
  return errors
}
