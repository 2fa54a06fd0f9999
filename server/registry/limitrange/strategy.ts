// Upstream: pkg/registry/core/limitrange/strategy.go, pkg/apis/core/v1/defaults.go (SetDefaults_LimitRangeItem)

import type { LimitRange, LimitRangeItem, LimitRangeSpec } from '../../../api/core-v1.ts'
import { getOwn, type KubeObject, setOwn } from '../../../apimachinery/json.ts'
import { roundUpResourceList } from '../core/resource-list.ts'
import { subObject } from '../core/sub-object.ts'
import { revalidatedStrategy } from '../generic/extended-strategy.ts'
import type { RulesFor } from '../generic/resource-row.ts'
import { validateLimitRange } from './validation.ts'

const specOf = (object: KubeObject): LimitRangeSpec => (object as unknown as LimitRange).spec ?? {}

function setItemDefaults(item: LimitRangeItem): void {
  for (const list of [item.max, item.min, item.default, item.defaultRequest, item.maxLimitRequestRatio])
    roundUpResourceList(list)
  if (item.type !== 'Container') return
  const fill = (to: Record<string, string>, from: Record<string, string> | undefined): void => {
    for (const name of Object.keys(from ?? {}))
      if (getOwn(to, name) === undefined) setOwn(to, name, from![name]!)
  }
  item.default ??= {}
  item.defaultRequest ??= {}
  fill(item.default, item.max)
  fill(item.defaultRequest, item.default)
  fill(item.defaultRequest, item.min)
}

/** The strategy of LimitRanges. */
export const limitRangeRules: RulesFor = (traits) => ({
  strategy: revalidatedStrategy(traits, {
    setDefaults(object) {
      for (const item of subObject<LimitRangeSpec>(object, 'spec').limits ?? []) setItemDefaults(item)
    },
    validate: ({ server }, object) => validateLimitRange(specOf(object), server.release.minor),
  }),
})
