import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isBuilt, noteBuilt, rules } from './built.mjs'

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
