// Upstream: pkg/registry/core/resourcequota/strategy.go

import type { ResourceQuota, ResourceQuotaSpec, ResourceQuotaStatus } from '../../../api/core-v1.ts'
import { getOwn, type KubeObject } from '../../../apimachinery/json.ts'
import { compareQuantities, quantityOf, roundUpResourceList } from '../core/resource-list.ts'
import { subObject } from '../core/sub-object.ts'
import { registryDialect } from '../dialect.ts'
import { defaultStatusStrategy } from '../generic/default-strategy.ts'
import { extendedStrategy } from '../generic/extended-strategy.ts'
import type { RulesFor } from '../generic/resource-row.ts'
import type { Strategy } from '../generic/strategy.ts'
import { validateQuotaSpec, validateQuotaStatus, validateSameScopes } from './validation.ts'

const specOf = (object: KubeObject): ResourceQuotaSpec => (object as unknown as ResourceQuota).spec ?? {}

/** Requests that are larger than the limits, which cannot be used up. */
function requestWarnings({ hard }: ResourceQuotaSpec): string[] {
  return ['cpu', 'memory', 'storage', 'ephemeral-storage'].flatMap((name) => {
    const hasBareName = name === 'cpu' || name === 'memory'
    const requestName = [`requests.${name}`, ...(hasBareName ? [name] : [])].find(
      (key) => getOwn(hard, key) !== undefined,
    )
    const limitName = `limits.${name}`
    const limit = getOwn(hard, limitName)
    if (requestName === undefined || limit === undefined) return []
    const request = hard![requestName]
    if (compareQuantities(request, limit) <= 0) return []
    return [
      `ResourceQuota ${requestName} (${quantityOf(request)}) should be less than ${limitName} (${quantityOf(limit)})`,
    ]
  })
}

const own: Partial<Strategy> = {
  setDefaults(object) {
    roundUpResourceList(subObject<ResourceQuotaSpec>(object, 'spec').hard)
    const status = subObject<ResourceQuotaStatus>(object, 'status')
    roundUpResourceList(status.hard)
    roundUpResourceList(status.used)
  },
  validate: ({ server }, object) => validateQuotaSpec(specOf(object), server.release.minor),
  validateUpdate: ({ server }, object, old) => [
    ...validateQuotaSpec(specOf(object), server.release.minor),
    ...validateSameScopes(specOf(object), specOf(old), server.release.minor),
  ],
  warningsOnCreate: ({ server }, object) =>
    registryDialect(server.release.minor).warnsOfRequestsOverLimits ? requestWarnings(specOf(object)) : [],
}

/** The strategy of ResourceQuotas and their status. */
export const resourceQuotaRules: RulesFor = (traits) => {
  const strategy = extendedStrategy(traits, own)
  const status: Strategy = {
    ...defaultStatusStrategy(traits, strategy),
    validateUpdate: ({ server }, object) =>
      validateQuotaStatus((object as unknown as ResourceQuota).status ?? {}, server.release.minor),
  }
  return { strategy, subresources: { status } }
}
