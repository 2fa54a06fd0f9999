// Upstream: pkg/quota/v1/evaluator/core/resource_claims.go
// Deviates: claims that the scheduler makes for extended resources count by their device class only.
import type { KubeObject } from '../json.ts'
import { Quantity } from '../quantity.ts'
import type { QuotaEvaluator } from './evaluator.ts'
import { addTo, one, raiseTo, type Usage } from './usage.ts'

interface DeviceRequest {
  deviceClassName?: string
  allocationMode?: string
  count?: number
}
type Request = DeviceRequest & { exactly?: DeviceRequest | null; firstAvailable?: DeviceRequest[] }

const suffix = '.deviceclass.resource.k8s.io/devices'
/** `allocationMode: All` counts as the most that a claim can get. */
const most = 32

/** Counted since the first stable form of the API; before only their number was. */
function devicesOf({ deviceClassName, allocationMode, count }: DeviceRequest): Usage {
  const amount = allocationMode === 'All' ? most : allocationMode === 'ExactCount' ? (count ?? 0) : 0
  return new Map([[`${deviceClassName ?? ''}${suffix}`, Quantity.of(amount)]])
}

/** The devices that a request takes; of alternatives (firstAvailable) the most of each device class. */
function requestUsage(request: Request): Usage {
  const alternatives = request.firstAvailable ?? []
  if (alternatives.length === 0) return devicesOf(request.exactly ?? request)
  const largest = new Map<string, Quantity>()
  for (const alternative of alternatives) raiseTo(largest, devicesOf(alternative))
  return largest
}

/** Counts ResourceClaims, and the devices that they ask of each device class. */
export const resourceClaimEvaluator: QuotaEvaluator = {
  group: 'resource.k8s.io',
  resource: 'resourceclaims',
  matching: (names) =>
    names.filter((name) => name === 'count/resourceclaims.resource.k8s.io' || name.endsWith(suffix)),
  usage(claim: KubeObject): Usage {
    const { devices } = (claim['spec'] ?? {}) as { devices?: { requests?: Request[] } }
    const usage = new Map([['count/resourceclaims.resource.k8s.io', one]])
    for (const request of devices?.requests ?? []) addTo(usage, requestUsage(request))
    return usage
  },
}
