import { expect, it } from 'vitest'
import { growthOf, repeated } from '../../component-base/testing/linear-time.ts'
import { intType, listOf, stringType, typeParam } from '../types/type.ts'
import { assign, type Mapping, substitute } from './mapping.ts'

it('keeps bindings of what agrees, and none of what does not', () => {
  const mapping: Mapping = new Map()
  const [a, b] = [typeParam('A'), typeParam('B')]
  expect(assign(mapping, [stringType, intType], [a, stringType])).toBe(false)
  expect(mapping.size).toBe(0)
  expect(assign(mapping, [stringType, listOf(a)], [a, listOf(b)])).toBe(true)
  expect(substitute(mapping, listOf(b), true)).toEqual(listOf(stringType))
  expect(assign(mapping, [intType], [b])).toBe(false)
})

it('takes no longer for a call in a long expression than in a short one', () => {
  const callsOf = (text: string): void => {
    const mapping: Mapping = new Map()
    for (let i = 0; i < text.length; i++) assign(mapping, [stringType], [typeParam(`T${i}`)])
  }
  expect(growthOf(callsOf, (length) => repeated('a', length), 16_000)).toMatchObject({ linear: true })
})
