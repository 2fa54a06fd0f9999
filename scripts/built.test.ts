import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isBuilt, lastWritten, noteBuilt, removeParts, rules } from './built.mjs'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kepsim-built-'))
  for (const path of [...rules, 'cli/main.ts', 'dist/cli.cjs', 'dist/tools/bench.js']) write(path, path)
  expect(isBuilt(root)).toBe(false)
  noteBuilt([{ inputs: { 'cli/main.ts': {}, 'absent:sql.js': {} } }], ['dist/cli.cjs'], root)
  expect(isBuilt(root)).toBe(true)
})
afterEach(() => rmSync(root, { recursive: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

it.each([...rules, 'cli/main.ts', 'dist/cli.cjs'])(
  'builds again where %s has other content, or is gone',
  (path) => {
    write(path, 'other')
    expect(isBuilt(root)).toBe(false)
    write(path, path)
    expect(isBuilt(root)).toBe(true)
    rmSync(join(root, path))
    expect(isBuilt(root)).toBe(false)
    noteBuilt([{ inputs: { 'cli/main.ts': {} } }], ['dist/cli.cjs'], root)
    expect(isBuilt(root)).toBe(false)
  },
)

it('keeps the parts of the last build and of this one', () => {
  const parts = ['OLDEST00', 'LAST0000', 'NEW00000'].map((name) => `dist/${name}.cjs`)
  const [oldest, last, now] = parts as [string, string, string]
  for (const path of [...parts, 'dist/tools/a-OLDEST00.js', 'dist/tools/a-OLDEST00.js.map']) write(path, path)
  noteBuilt([{ inputs: { 'cli/main.ts': {} } }], [last, 'dist/cli.cjs'], root)
  expect(lastWritten(root).sort()).toEqual([last, 'dist/cli.cjs'])
  removeParts([...lastWritten(root), now], root)
  const isThere = (path: string): boolean => existsSync(join(root, path))
  expect([last, now, 'dist/cli.cjs', 'dist/tools/built.json'].filter((path) => !isThere(path))).toEqual([])
  expect([oldest, 'dist/tools/a-OLDEST00.js', 'dist/tools/a-OLDEST00.js.map'].filter(isThere)).toEqual([])
})
