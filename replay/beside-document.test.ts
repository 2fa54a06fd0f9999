import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { besideDocument } from './beside-document.ts'

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'beside-'))
  mkdirSync(join(dir, 'doc', 'files'), { recursive: true })
  writeFileSync(join(dir, 'secret.yaml'), 'secret')
  writeFileSync(join(dir, 'doc', 'job.yaml'), 'job')
  writeFileSync(join(dir, 'doc', 'files', 'pod.yaml'), 'pod')
  writeFileSync(join(dir, 'doc', '.hidden.yaml'), 'hidden')
  writeFileSync(join(dir, 'doc', 'large.yaml'), 'x'.repeat(256 * 1024 + 1))
  writeFileSync(join(dir, 'doc', 'binary.yaml'), 'a\0b')
  symlinkSync('../secret.yaml', join(dir, 'doc', 'out.yaml'))
  symlinkSync('..', join(dir, 'doc', 'up'))
  symlinkSync('job.yaml', join(dir, 'doc', 'in.yaml'))
})
afterAll(() => rmSync(dir, { recursive: true }))

it.each([
  ['job.yaml', 'job'],
  ['files/pod.yaml', 'pod'],
])('reads %s', (path, text) => {
  expect(besideDocument(join(dir, 'doc', 'README.md'))(path)).toBe(text)
})

it.each([
  '../secret.yaml',
  'files/../../secret.yaml',
  'in.yaml',
  'out.yaml',
  'up/secret.yaml',
  '/etc/passwd',
  '~/x',
  '.hidden.yaml',
  'large.yaml',
  'binary.yaml',
  'files',
  'none.yaml',
  'job.yaml/x',
  '',
  './',
])('does not read %j', (path) => {
  expect(besideDocument(join(dir, 'doc', 'README.md'))(path)).toBeUndefined()
})
