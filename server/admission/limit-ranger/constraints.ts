// Upstream: plugin/pkg/admission/limitranger/admission.go (minConstraint and the like)
import type { Quantity } from '../../../apimachinery/quantity.ts'
import { type Usage, zero } from '../../../apimachinery/quota/usage.ts'

/** The resource requests and limits of a container, a pod or a claim. */
export interface Amounts {
  readonly requests: Usage
  readonly limits: Usage
}
/** A line of a LimitRange, held against amounts. Answers the text of the error; undefined where the amounts keep the bound. */
export type Constraint = (
  type: string,
  resource: string,
  bound: Quantity,
  amounts: Amounts,
) => string | undefined

const largestMilli = (2n ** 63n - 1n) / 1000n

/** Reads amounts in thousandths, or in whole units where one of them is too large for 64 bits in thousandths. */
const comparable = (...amounts: readonly Quantity[]): ((amount: Quantity) => bigint) =>
  amounts.every((amount) => amount.value() <= largestMilli) ? (a) => a.milliValue() : (a) => a.value()

function precision({ requests, limits }: Amounts, resource: string, bound: Quantity) {
  return comparable(requests.get(resource) ?? zero, limits.get(resource) ?? zero, bound)
}

/** The text about an amount below the bound; undefined where request and limit keep it. */
export const minimum: Constraint = (type, resource, bound, amounts) => {
  const [request, limit] = [amounts.requests.get(resource), amounts.limits.get(resource)]
  const number = precision(amounts, resource, bound)
  const told = `minimum ${resource} usage per ${type} is ${bound}`
  if (request === undefined) return `${told}.  No request is specified`
  if (number(request) < number(bound)) return `${told}, but request is ${request}`
  if (limit !== undefined && number(limit) < number(bound)) return `${told}, but limit is ${limit}`
  return undefined
}

/** The text about an amount above the bound; undefined where request and limit keep it. */
export const maximum: Constraint = (type, resource, bound, amounts) => {
  const [request, limit] = [amounts.requests.get(resource), amounts.limits.get(resource)]
  const number = precision(amounts, resource, bound)
  const told = `maximum ${resource} usage per ${type} is ${bound}`
  if (limit === undefined) return `${told}.  No limit is specified`
  if (number(limit) > number(bound)) return `${told}, but limit is ${limit}`
  if (request !== undefined && number(request) > number(bound)) return `${told}, but request is ${request}`
  return undefined
}

/** As {@link maximum}, for requests that have no limits beside them. */
export const maximumRequest: Constraint = (type, resource, bound, { requests }) => {
  const request = requests.get(resource)
  const told = `maximum ${resource} usage per ${type} is ${bound}`
  if (request === undefined) return `${told}.  No request is specified`
  const number = comparable(request, bound)
  return number(request) > number(bound) ? `${told}, but request is ${request}` : undefined
}

/** The text about a limit that exceeds the request by more than the bound; undefined where it does not. */
export const ratio: Constraint = (type, resource, bound, amounts) => {
  const number = precision(amounts, resource, bound)
  const of = (usage: Usage): bigint => number(usage.get(resource) ?? zero)
  const [request, limit] = [of(amounts.requests), of(amounts.limits)]
  const told = `${resource} max limit to request ratio per ${type} is ${bound}`
  if (request === 0n) return `${told}, but no request is specified or request is 0`
  if (limit === 0n) return `${told}, but no limit is specified or limit is 0`
  const observed = Number(limit) / Number(request)
  const fine = bound.value() <= largestMilli
  const allowed = Number(fine ? bound.milliValue() : bound.value())
  if ((fine ? observed * 1000 : observed) <= allowed) return undefined
  return `${told}, but provided ratio is ${observed.toFixed(6)}`
}
