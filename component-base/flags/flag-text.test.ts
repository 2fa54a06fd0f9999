import { expect, it } from 'vitest'
import { flagText } from './flag-text.ts'
import { valueType } from './value-types.ts'

it.each([
  ['duration', ['90s'], '1m30s'],
  ['duration', [], '0s'],
  ['portRange', ['30000-32767'], '30000-32767'],
  ['strings', ['b,a', 'c'], '[b,a,c]'],
  ['stringToString', [], '[]'],
  ['stringToString', ['b=1', 'a=2'], '[a=2,b=1]'],
  ['mapStringString', ['b=1,a=2'], 'a=2,b=1'],
  ['componentMultimap', ['B=true,A=false'], ':B=true,:A=false'],
  ['namedCertKey', ['c,k:x,y', 'd,l'], '[c,k:x,y;d,l]'],
  ['pattern=N,...', ['a=1,b=2'], 'a=1,b=2'],
  ['quantity', [], '0'],
  ['bool', [], 'false'],
])('a flag of type %s, set by %j, is written %s', (type, texts, shown) => {
  const { set, zero } = valueType(type)
  const value = texts.length === 0 ? zero() : texts.reduce<ReturnType<typeof zero>>(set, undefined)
  expect(flagText(value, type)).toBe(shown)
})
