import { expect, it } from 'vitest'
import { changesBetween, changing, dialect, since, until } from './release-changes.ts'

const greetings = dialect('greetings', {
  polite: since(33, 'says please'),
  short: until(32, 'says whole sentences'),
  word: changing('hullo', [31, 'hello', 'greets with hello'], [34, 'hi', 'greets with hi']),
})

it.each([
  [30, { polite: false, short: true, word: 'hullo' }],
  [31, { polite: false, short: true, word: 'hello' }],
  [33, { polite: true, short: false, word: 'hello' }],
  [46, { polite: true, short: false, word: 'hi' }],
])('1.%i', (minor, values) => {
  expect(greetings(minor)).toEqual(values)
  expect(greetings(minor)).toBe(greetings(minor))
})

it('tells what changed', () => {
  expect(changesBetween(greetings, 31, 33)).toEqual([
    { minor: 32, what: 'says whole sentences' },
    { minor: 33, what: 'says please' },
  ])
})
