import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { Cell } from '../replay/skew/cell.ts'
import { rerunCells } from './rerun-cells.ts'

const dir = mkdtempSync(join(tmpdir(), 'kepsim-rerun-'))
afterAll(() => rmSync(dir, { recursive: true }))
const file = join(dir, 'r.json')
const cells = ['a', 'b', 'c', 'd'].map((id) => ({ id }) as Cell)

it('leaves out what has passed', () => {
  const of = (...reported: [string, string][]): string => {
    writeFileSync(file, JSON.stringify({ cells: reported.map(([id, status]) => ({ id, status })) }))
    return file
  }
  const some = of(['a', 'passed'], ['b', 'differs'], ['c', 'unsupported'])
  expect(rerunCells(cells, some).map(({ id }) => id)).toEqual(['b', 'd'])
  expect(rerunCells(cells, undefined)).toEqual(cells)
  const all = of(['a', 'passed'], ['b', 'passed'], ['c', 'passed'], ['d', 'passed'])
  expect(() => rerunCells(cells, all)).toThrow(`--rerun ${file}: all cells of this matrix have passed there`)
})

it.each([
  ['{', 'this is not JSON'],
  ['[]', "this is no report of 'kepsim skew --json'"],
])('refuses %s', (text, message) => {
  writeFileSync(file, text)
  expect(() => rerunCells(cells, file)).toThrow(`--rerun ${file}: ${message}`)
})
