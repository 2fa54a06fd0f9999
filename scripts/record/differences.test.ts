import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readFacts } from '../../component-base/release-facts.ts'
import { compact } from './compact.mjs'
import { storedFacts } from './differences.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kepsim-differences-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(release: string, file: string, facts: unknown): unknown {
  const written = storedFacts(folder, release, file, facts)
  mkdirSync(join(folder, release), { recursive: true })
  writeFileSync(join(folder, release, `${file}.json`), compact(written))
  return written
}

const facts = {
  '1.30': { A: { type: 'string' }, B: { properties: { a: 1, b: 2 } }, D: {} },
  '1.29': { A: { type: 'string' }, B: { properties: { a: 1 } }, C: {} },
  '1.28': { A: { type: 'integer' }, C: {}, ['__proto__']: { x: 1 } },
}

it('writes what differs from the next release, and reads all of it', () => {
  write('1.30', 'schemas', facts['1.30'])
  expect(write('1.29', 'schemas', facts['1.29'])).toEqual({
    $differsFrom: '1.30',
    $without: ['D'],
    B: { properties: { a: 1 } },
    C: {},
  })
  write('1.28', 'schemas', facts['1.28'])
  for (const [release, whole] of Object.entries(facts))
    expect(JSON.stringify(readFacts(folder, release, 'schemas'))).toBe(
      JSON.stringify(Object.fromEntries(Object.entries(whole).sort(([a], [b]) => (a < b ? -1 : 1)))),
    )
})

it('writes all of it where the next release is not there, and of newer releases', () => {
  expect(write('1.29', 'schemas', facts['1.29'])).toEqual(facts['1.29'])
  write('1.31', 'schemas', facts['1.30'])
  expect(write('1.30', 'schemas', facts['1.29'])).toEqual(facts['1.29'])
})

it('writes all of other files', () => {
  write('1.30', 'tables', facts['1.30'])
  expect(write('1.29', 'tables', facts['1.29'])).toEqual(facts['1.29'])
})
