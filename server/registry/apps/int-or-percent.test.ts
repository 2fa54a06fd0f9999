import { expect, it } from 'vitest'
import { errorText, FieldPath } from '../../../apimachinery/field-error.ts'
import { intOrPercent, validateAtMost100Percent, validatePositiveIntOrPercent } from './int-or-percent.ts'

const percent =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')"

it.each<[number | string | undefined, number, string[]]>([
  [undefined, 0, []],
  [3, 3, []],
  [-1, -1, ['a: Invalid value: -1: must be greater than or equal to 0']],
  ['25%', 25, []],
  ['101%', 101, ['a: Invalid value: "101%": must not be greater than 100%']],
  ['7', 7, [`a: Invalid value: "7": ${percent}`]],
  ['x', 0, [`a: Invalid value: "x": ${percent}`]],
])('%j counts %j, with the errors %j', (value, number, errors) => {
  const path = FieldPath.of('a')
  const found = [
    ...validatePositiveIntOrPercent(value, path, 36),
    ...validateAtMost100Percent(value, path, 36),
  ]
  expect([intOrPercent(value), found.map(errorText)]).toEqual([number, errors])
})
