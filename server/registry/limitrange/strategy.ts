// Upstream: pkg/registry/core/limitrange/strategy.go, pkg/apis/core/v1/defaults.go (SetDefaults_LimitRangeItem)

import type { LimitRange, LimitRangeItem, LimitRangeSpec } from '../../../api/core-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { filledList, roundUpResourceList } from '../core/resource-list.ts'
import { subObject } from '../core/sub-object.ts'
import { revalidatedStrategy } from '../generic/extended-strategy.ts'
import type { RulesFor } from '../generic/resource-row.ts'
import { validateLimitRange } from './validation.ts'

const specOf = (object: KubeObject): LimitRangeSpec => (object as unknown as LimitRange).spec ?? {}

function setItemDefaults(item: LimitRangeItem): void {
  for (const list of [item.max, item.min, item.default, item.defaultRequest, item.maxLimitRequestRatio])
    roundUpResourceList(list)
  if (item.type !== 'Container') return
  item.default = filledList(item.max ?? {}, item.default ?? {})
  item.defaultRequest = filledList(item.min ?? {}, filledList(item.default, item.defaultRequest ?? {}))
}

/** The strategy of LimitRanges. */
export const limitRangeRules: RulesFor = (traits) => ({
  strategy: revalidatedStrategy(traits, {
    prepareForCreate({ server }, object) {
      object.metadata.name ||= server.random.uuid()
    },
    setDefaults(object) {
      for (const item of subObject<LimitRangeSpec>(object, 'spec').limits ?? []) setItemDefaults(item)
    },
    validate: ({ server }, object) => validateLimitRange(specOf(object), server.release.minor),
  }),
})
