import { expect, it } from 'vitest'
import { remembered } from './remembered.ts'

it('makes what it remembers once, until it remembers too many', () => {
  const asked: string[] = []
  const lengthOf = remembered(2, (text) => {
    asked.push(text)
    if (text === 'bad') throw new Error(text)
    return text === '' ? undefined : text.length
  })
  expect(['a', 'a', '', ''].map(lengthOf)).toEqual([1, 1, undefined, undefined])
  expect(asked).toEqual(['a', ''])
  expect(() => lengthOf('bad')).toThrow('bad')
  expect(() => lengthOf('bad')).toThrow('bad')
  expect(['bb', 'a'].map(lengthOf)).toEqual([2, 1])
  expect(asked).toEqual(['a', '', 'bad', 'bad', 'bb', 'a'])
})
