import { expect, it } from 'vitest'
import type { PlannedResource, ReleasePlan } from '../../component-base/plan-extension.ts'
import { resourceRow, rowsOf } from './resource-rows.ts'

const planning = (group: string, name: string) => ({
  minor: 50,
  plan: { resources: () => [{ group, facts: { name } } as PlannedResource] } as unknown as ReleasePlan,
})

it('gives a planned resource the common rules where no release has it', () => {
  const row = { group: 'apps', resource: 'widgets', generation: true }
  expect(rowsOf(planning('apps', 'widgets'))('apps', 'widgets')).toEqual(row)
})

it.each([
  ['policy', 'podsecuritypolicies'],
  ['', 'pods'],
])('gives a planned resource nothing of the one that a release has had: %s %s', (group, resource) => {
  expect(resourceRow(group, resource).rules).toBeDefined()
  expect(rowsOf(planning(group, resource))(group, resource)).toEqual({ group, resource, generation: true })
})
