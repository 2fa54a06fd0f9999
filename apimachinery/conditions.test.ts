import { expect, it } from 'vitest'
import { conditionOfType, transitionTime, withCondition } from './conditions.ts'

const [then, now] = ['2024-01-01T00:00:00Z', '2024-01-02T00:00:00Z']
const known = [
  { type: 'Ready', status: 'True', lastTransitionTime: then },
  { type: 'Fresh', status: 'False' },
]

it('finds a condition', () => {
  expect(conditionOfType(known, 'Ready')).toBe(known[0])
  expect(conditionOfType(known, 'Other')).toBeUndefined()
  expect(conditionOfType(undefined, 'Ready')).toBeUndefined()
})

it.each([
  ['that stays', { type: 'Ready', status: 'True' }, then],
  ['that changes', { type: 'Ready', status: 'False' }, now],
  ['that is new', { type: 'Other', status: 'True' }, now],
  ['that stays and told no time', { type: 'Fresh', status: 'False' }, now],
])('says since when a condition is so, %s', (_what, condition, expected) => {
  expect(transitionTime(known, condition, now)).toBe(expected)
})

it('puts a condition in the place of its type, or at the end', () => {
  const changed = { type: 'Ready', status: 'False' }
  expect(withCondition(known, changed)).toEqual([changed, known[1]])
  expect(withCondition(known, { type: 'Other', status: 'True' })).toEqual([
    ...known,
    { type: 'Other', status: 'True' },
  ])
  expect(withCondition(undefined, changed)).toEqual([changed])
})
