import { expect, it } from 'vitest'
import { TableWriter, tabbed } from './tab-writer.ts'

it('aligns runs of lines that have a cell', () => {
  expect(tabbed('Name:\tx\nLabels:\ta=1\n\tb=2\nPorts:\n  Name\tPort\n  http\t80\n')).toBe(
    'Name:    x\nLabels:  a=1\n         b=2\nPorts:\n  Name  Port\n  http  80\n',
  )
})

it('gives an empty cell its padding', () => {
  expect(tabbed('a\t\tb\nlong\t\tc\n')).toBe('a       b\nlong    c\n')
})

it('never makes a column of a watch narrower', () => {
  const writer = new TableWriter()
  expect(
    writer.write([
      ['NAME', 'AGE'],
      ['longer-name', '1s'],
    ]),
  ).toBe('NAME          AGE\nlonger-name   1s\n')
  expect(writer.write([['b', '2s']])).toBe('b             2s\n')
})

it('makes no column of a table narrower than six', () => {
  expect(
    new TableWriter().write([
      ['A', 'B'],
      ['1', '2'],
    ]),
  ).toBe('A     B\n1     2\n')
})
