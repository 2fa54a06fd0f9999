import { expect, it } from 'vitest'
import { usedFixtures } from './used-fixtures.ts'

it.each([
  ['async ({ cluster }) => {}', 0, ['cluster']],
  ['({ cluster: c, task = {a: 1}, /* x, */ z }) => {}', 0, ['cluster', 'task', 'z']],
  ['async function ({\n  cluster, // one\n  expect,\n}) {}', 0, ['cluster', 'expect']],
  ['([a, b], { cluster }) => {}', 1, ['cluster']],
  ['({ a: { cluster } }) => {}', 0, ['a']],
  ['() => { ({ cluster }) }', 0, []],
  ['(context) => context.cluster', 0, []],
  ['context => context', 0, []],
])('reads %s', (text, parameter, used) => {
  expect(
    usedFixtures(
      Object.assign(() => {}, { toString: () => text }),
      parameter,
    ),
  ).toEqual(used)
})
it('finds nothing in what is no function', () => {
  expect(usedFixtures(undefined)).toEqual([])
})
