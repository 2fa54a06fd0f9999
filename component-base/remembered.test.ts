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

it('keeps nothing of texts that are too long, or count too much', () => {
  const asked: number[] = []
  const make = (text: string) => asked.push(text.length)
  const byNumber = remembered(2, make)
  const bySize = remembered(100, make, (text) => text.length)
  for (const length of [16_384, 16_385]) for (const _ of [1, 2]) byNumber('x'.repeat(length))
  expect(asked.splice(0)).toEqual([16_384, 16_385, 16_385])
  for (const length of [100, 101, 100]) bySize('x'.repeat(length))
  expect(asked).toEqual([100, 101])
})
