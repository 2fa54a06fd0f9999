import { stripVTControlCharacters } from 'node:util'
import { expect, it } from 'vitest'
import { checkedText, transcriptJson, writtenText } from './transcript-report.ts'

const result = (shown: string[], actual: string[]) => ({
  commands: 1,
  changes: [{ line: 10, command: 'seq 9\nand more', shown, actual }],
  problems: [],
})

it('shows the lines that differ, where they are, with some around them', () => {
  const before = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11']
  const after = ['1', '2', '3', 'four', '5', '6', '7', '8', '9', '10', '11', '12']
  expect(stripVTControlCharacters(checkedText('a.md', result(before, after)))).toBe(`a.md:13: $ seq 9
  2
  3
- 4
+ four
  5
  6
  ...
  10
  11
+ 12

a.md: 1 output differs; 'kepsim transcript --update a.md' writes what is printed
`)
})

it('says what was written', () => {
  expect(writtenText('a.md', result(['1'], ['2']))).toBe('a.md: 1 output written\n')
  expect(writtenText('a.md', { ...result([], []), changes: [] })).toBe('a.md: nothing to write\n')
  expect(checkedText('a.md', { ...result([], []), changes: [] })).toBe('a.md: holds\n')
  expect(checkedText('a.md', { changes: [], problems: [], commands: 0 })).toBe('a.md: has no commands\n')
})

it('has the exit code of the command in its JSON', () => {
  expect(JSON.parse(transcriptJson([], 2))).toEqual({ documents: [], totals: { documents: 0, exitCode: 2 } })
})
