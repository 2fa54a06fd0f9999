import { expect, it } from 'vitest'
import { envFileValue } from './env-file.ts'

const file = "# comment\n\n  A='one' # why\nB='two\nlines'\nC= 'none'\n"

it('reads values in quotes, over lines', () => {
  expect(['A', 'B', 'C', 'D'].map((key) => envFileValue(file, key, 'quoted'))).toEqual([
    'one',
    'two\nlines',
    '',
    '',
  ])
})

it.each([
  ['A', "invalid environment variable format at line 1: missing '='"],
  ["='a'", 'invalid environment variable format at line 1: empty variable name'],
  ["A ='a'", "invalid environment variable format at line 1: whitespace before '=' is not allowed"],
  ['A=a', 'invalid environment variable format at line 1: value must be enclosed in single quotes'],
  ["A='a' b", 'invalid environment variable format at line 1: unexpected content after closing quote'],
  ["\nA='a\nb", 'invalid environment variable format starting at line 2: unclosed single quote'],
])('refuses %j where values have quotes', (text, why) => {
  expect(() => envFileValue(text, 'A', 'quoted')).toThrow(new Error(why))
})

it('reads whole lines before that, quotes too', () => {
  expect(envFileValue("A='one' # why\nB = two \\\n  three", 'A', 'plain')).toBe("'one' # why")
  expect(envFileValue("A='one'\nB = two \\\n  three", 'B', 'plain')).toBe('two three')
  expect(envFileValue('A=1', 'B', 'plain')).toBe('')
})

it.each([
  ['A', 'invalid environment variable format at line 1'],
  ['A=1 \\\n\nB=2', 'invalid environment variable format at line 2: blank line in continuation'],
  ['A=1 \\\n#b', 'invalid environment variable format at line 2: comment in continuation'],
  ['A=1 \\', 'unexpected end of file: unfinished line continuation'],
])('refuses %j before that', (text, why) => {
  expect(() => envFileValue(text, 'B', 'plain')).toThrow(new Error(why))
})
