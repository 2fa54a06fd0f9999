import { expect, it } from 'vitest'
import type { FieldTest } from './claim.ts'
import { testField } from './field-test.ts'

const to2: FieldTest = { is: 'equals', value: '2' }
it.each<[FieldTest, unknown, unknown[] | undefined, boolean | undefined]>([
  [{ ...to2, from: '3' }, 2, [3], true],
  [{ ...to2, from: '4' }, 2, [3], false],
  [{ ...to2, from: '3' }, 2, [2], undefined],
  [{ ...to2, from: '3' }, 2, undefined, undefined],
  [{ ...to2, from: '3' }, 1, [3], false],
  [{ ...to2, moved: 'down' }, 2, [3], true],
  [{ ...to2, moved: 'up' }, 2, [3], false],
  [{ ...to2, moved: 'other' }, 2, [3], true],
  [{ ...to2, moved: 'other' }, 2, [2], undefined],
])('%j of %j, after %j: %s', (test, value, earlier, wanted) =>
  expect(testField(test, [value], earlier)).toBe(wanted),
)
