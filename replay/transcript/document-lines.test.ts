import { expect, it } from 'vitest'
import { DocumentLines } from './document-lines.ts'

it('keeps every line break that is not edited', () => {
  const text = 'a\r\nb\nc\rd\n\n'
  expect(new DocumentLines(text).edited([])).toBe(text)
  expect(new DocumentLines(text).lines).toEqual(['a', 'b', 'c', 'd', '', ''])
})

it('breaks new lines as those before them', () => {
  const edits = [
    { line: 2, count: 0, lines: ['x'] },
    { line: 3, count: 1, lines: ['y', 'z'] },
  ]
  expect(new DocumentLines('a\r\nb\nc\nd').edited(edits)).toBe('a\r\nx\r\nb\ny\nz\nd')
})

it('ends a document without a last line break as before', () => {
  expect(new DocumentLines('a\nb').edited([{ line: 3, count: 0, lines: ['c', 'd'] }])).toBe('a\nb\nc\nd')
  expect(new DocumentLines('a\nb').edited([{ line: 2, count: 1, lines: [] }])).toBe('a\n')
})
