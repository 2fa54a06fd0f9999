// The types that a minor release has beyond those of its facts: fields of recorded types, and kinds.
import { createHash } from 'node:crypto'
import type { PlannedTypes } from '../component-base/plan-extension.ts'
import type { FeaturePlan } from './feature-plan.ts'
import { fieldTypes } from './fields/field-facts.ts'
import { kindTypes } from './kinds/kind-facts.ts'
import { plannedEnums } from './values/planned-values.ts'

/** The types of a minor release with a plan's fields and kinds; undefined where it has none of them. */
export function plannedTypes(
  plan: Pick<FeaturePlan, 'fields' | 'kinds' | 'values'>,
  minor: number,
): PlannedTypes | undefined {
  const fields = fieldTypes(plan.fields, minor)
  const { fields: own, kinds } = kindTypes(plan.kinds, minor)
  const all = { ...fields, ...own }
  const enums = plannedEnums(plan.values, minor)
  if (Object.keys(all).length === 0 && Object.keys(enums).length === 0) return undefined
  const parts = [all, kinds, enums].filter((part, i) => i === 0 || Object.keys(part).length > 0)
  const text = JSON.stringify(parts.length === 1 ? all : parts)
  return { name: createHash('sha256').update(text).digest('hex').slice(0, 8), fields: all, kinds, enums }
}
