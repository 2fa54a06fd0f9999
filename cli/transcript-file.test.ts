import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { InputError } from '../replay/input-error.ts'
import { readInput } from '../replay/read-input.ts'
import { replaceDocument } from './transcript-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kepsim-test-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function located(work: () => unknown): string | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    return (error as InputError).located()
  }
}

it('replaces what a link leads to, with its mode', () => {
  const file = join(folder, 'a.md')
  const link = join(folder, 'link.md')
  writeFileSync(file, '\uFEFFold', { mode: 0o640 })
  symlinkSync('a.md', link)
  expect(readInput(link)).toBe('\uFEFFold')
  replaceDocument(link, '\uFEFFold', 'new')
  expect(readFileSync(file, 'utf8')).toBe('new')
  expect(statSync(file).mode & 0o777).toBe(0o640)
  expect(readdirSync(folder).toSorted()).toEqual(['a.md', 'link.md'])
})

it('leaves alone a document that changed meanwhile', () => {
  const file = join(folder, 'a.md')
  writeFileSync(file, 'theirs')
  expect(located(() => replaceDocument(file, 'old', 'new'))).toBe(
    `${file}: it was changed while it was run; nothing is written`,
  )
  expect(readFileSync(file, 'utf8')).toBe('theirs')
})

it('says what cannot be read', () => {
  const file = join(folder, 'latin1.md')
  writeFileSync(file, Buffer.from('ok\nna\u00efve\n', 'latin1'))
  expect(located(() => readInput(file))).toBe(`${file}:2: this is not UTF-8`)
  expect(located(() => readInput(join(folder, 'none')))).toBe(`${join(folder, 'none')}: no such file`)
  expect(located(() => readInput(folder))).toBe(`${folder}: this is a directory`)
})
