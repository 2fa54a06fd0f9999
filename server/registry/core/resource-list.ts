// Upstream: pkg/apis/core/helper/helpers.go, pkg/apis/core/v1/defaults.go (SetDefaults_ResourceList)

import { getOwn, setOwn } from '../../../apimachinery/json.ts'
import { Quantity } from '../../../apimachinery/quantity.ts'
import {
  isExtendedResource,
  isHugePageResource,
  isNativeResource,
  isQuotaHugePageResource,
} from '../../../apimachinery/resource-names.ts'
import { notedLiteral, noteLiteral } from '../../../apimachinery/scheme/number-literal.ts'
import { remembered } from '../../../component-base/remembered.ts'

export { isExtendedResource, isHugePageResource, isNativeResource }

/** Name of a resource → quantity. */
export type ResourceList = Record<string, string>

const zero = Quantity.of(0)
/** Those of a node or a pod come again with each write of it, more than once. */
const parsed = remembered(1000, (text) => Quantity.parse(text))

/** A quantity of the API; what is missing is zero. Decoding has made sure that the text is one. */
export const quantityOf = (text: string | undefined): Quantity =>
  text === undefined || text === null || text === '' ? zero : parsed(String(text))
/** Whether a quantity is below 0; an absent one is 0. */
export const isNegative = (text: string | undefined): boolean => quantityOf(text).sign < 0
/**
 * The amount of a list as Go's print of it shows it: with the digits that it was written with. A new one each time, since it keeps
 * the text once that is told ({@link Quantity.keptText}).
 */
export const printedAmount = (list: ResourceList, name: string): Quantity =>
  Quantity.parse(notedLiteral(list, name) ?? String(getOwn(list, name)))
/** The amounts of both lists, as they were written; of the second where both have one. */
export function filledList(list: ResourceList, over: ResourceList): ResourceList {
  const filled: ResourceList = {}
  for (const from of [list, over])
    for (const name of Object.keys(from)) {
      setOwn(filled, name, from[name]!)
      noteLiteral(filled, name, notedLiteral(from, name))
    }
  return filled
}
/** Compares two quantities by their amounts; an absent one is 0. */
export const compareQuantities = (a: string | undefined, b: string | undefined): number =>
  a === b ? 0 : quantityOf(a).compare(quantityOf(b))

/** Amounts finer than a thousandth are rounded up, in place. */
export function roundUpResourceList(list: ResourceList | undefined): void {
  for (const name of Object.keys(list ?? {})) {
    const quantity = quantityOf(list![name])
    if (quantity.scale >= -3) continue
    setOwn(list!, name, quantity.roundUp(-3).toString())
    noteLiteral(list!, name, undefined)
  }
}

/** The sum of two resource lists, with the resources of both. */
export function addResources(a: ResourceList, b: ResourceList): ResourceList {
  return combine(a, b, (x, y) => quantityOf(x).add(quantityOf(y)).toString())
}
/** The larger amount of each resource in two lists. */
export function maxResources(a: ResourceList, b: ResourceList): ResourceList {
  return combine(a, b, (x, y) => (compareQuantities(y, x) > 0 ? y : x))
}
function combine(a: ResourceList, b: ResourceList, both: (x: string, y: string) => string): ResourceList {
  const out: ResourceList = { ...a }
  for (const name of Object.keys(b)) {
    const own = getOwn(out, name)
    setOwn(out, name, own === undefined ? b[name]! : both(own, b[name]!))
  }
  return out
}

/** Whether a container's limit of a resource may exceed its request: of native resources except huge pages. */
export const isOvercommitAllowed = (name: string): boolean =>
  isNativeResource(name) && !isHugePageResource(name)

/** Is the amount a multiple of the page's size that the name states? */
export function isHugePageDivisible(name: string, quantity: string): boolean {
  let size: Quantity
  try {
    size = Quantity.parse(name.slice('hugepages-'.length))
  } catch {
    return false
  }
  if (size.sign <= 0 || size.milliValue() % 1000n !== 0n) return false
  return quantityOf(quantity).value() % size.value() === 0n
}

const countedObjects = [
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
]
const computeResources = [
  'cpu',
  'memory',
  'ephemeral-storage',
  'requests.cpu',
  'requests.memory',
  'requests.ephemeral-storage',
  'limits.cpu',
  'limits.memory',
  'limits.ephemeral-storage',
]
const standardContainer = new Set(['cpu', 'memory', 'ephemeral-storage'])
const standard = new Set([...computeResources, ...countedObjects, 'storage', 'requests.storage'])
const integer = new Set(countedObjects)

/** Whether a resource without a domain can be requested by containers. */
export const isStandardContainerResource = (name: string): boolean =>
  standardContainer.has(name) || isHugePageResource(name)
/** Whether a resource without a domain exists, in containers, nodes or quotas. */
export const isStandardResource = (name: string): boolean =>
  standard.has(name) || isQuotaHugePageResource(name)
/** Known to the tracking of quotas: all standard resources but `storage`. */
export const isStandardQuotaResource = (name: string): boolean =>
  name !== 'storage' && isStandardResource(name)
/** Whether a resource has whole amounts only: counts of objects, and extended resources. */
export const isIntegerResource = (name: string, minor: number): boolean =>
  integer.has(name) || isExtendedResource(name, minor)
