import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { RotatingFile, type Rotation } from './rotating-file.ts'

const [megabyte, day] = [1024 * 1024, 24 * 60 * 60 * 1000]
let dir: string
let time: number
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'kepsim-rotation-'))
  time = Date.parse('2026-03-01T10:20:30.456Z')
})
afterEach(() => rmSync(dir, { recursive: true }))

const open = (own: Partial<Rotation> = {}): RotatingFile =>
  new RotatingFile(join(dir, 'audit.log'), {
    maxSize: 1,
    maxAge: 0,
    maxBackups: 0,
    compress: false,
    now: () => time,
    ...own,
  })
const files = (): string[] => readdirSync(dir).sort()
const most = 'x'.repeat(megabyte)

it('renames a full file, with the time in its name', () => {
  const file = open()
  file.write('first\n')
  file.write(most)
  file.close()
  expect(files()).toEqual(['audit-2026-03-01T10-20-30.456.log', 'audit.log'])
  expect(readFileSync(join(dir, files()[0]!), 'utf8')).toBe('first\n')
  expect(statSync(join(dir, 'audit.log')).mode & 0o777).toBe(0o600)
})

it('goes on with a file that is there, unless the first line would fill it', () => {
  writeFileSync(join(dir, 'audit.log'), 'before\n')
  const file = open()
  file.write('more\n')
  file.close()
  expect(readFileSync(join(dir, 'audit.log'), 'utf8')).toBe('before\nmore\n')
  truncateSync(join(dir, 'audit.log'), megabyte - 1)
  const full = open()
  full.write('\n')
  full.close()
  expect(files()).toHaveLength(2)
  expect(readFileSync(join(dir, 'audit.log'), 'utf8')).toBe('\n')
})

it('refuses a line that no file can take', () => {
  const file = open()
  expect(() => file.write(`${most}\n`)).toThrow('write length 1048577 exceeds maximum file size 1048576')
  file.close()
})

it('has files of 100 MB where nothing is said', () => {
  const file = open({ maxSize: 0 })
  file.write(`${most}\n`)
  file.write(most)
  file.close()
  expect(files()).toEqual(['audit.log'])
})

it('keeps so many old files, so long, and compresses them', () => {
  const old = (name: string): void => writeFileSync(join(dir, name), name)
  for (const name of [
    'audit-2026-02-26T00-00-00.000.log',
    'audit-2026-02-27T00-00-00.000.log.gz',
    'audit-2026-02-28T00-00-00.000.log',
    'audit-note.log',
    'other-2026-02-26T00-00-00.000.log',
  ])
    old(name)
  utimesSync(join(dir, 'audit-note.log'), 0, 0)
  open({ maxBackups: 2, compress: true }).close()
  expect(files()).toEqual([
    'audit-2026-02-27T00-00-00.000.log.gz',
    'audit-2026-02-28T00-00-00.000.log.gz',
    'audit-note.log',
    'audit.log',
    'other-2026-02-26T00-00-00.000.log',
  ])
  const compressed = gunzipSync(readFileSync(join(dir, 'audit-2026-02-28T00-00-00.000.log.gz')))
  expect(compressed.toString()).toBe('audit-2026-02-28T00-00-00.000.log')
  time += day / 2
  open({ maxAge: 2 }).close()
  expect(files().filter((name) => name.endsWith('.gz'))).toEqual(['audit-2026-02-28T00-00-00.000.log.gz'])
})
