import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CodeCache } from './code-cache.ts'
import { ProgramParts } from './program-parts.ts'

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'kepsim-parts-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const cacheRoot = (): string => join(dir, 'code-cache')
const cacheOf = (version = 1): CodeCache => new CodeCache(cacheRoot(), version)
const write = (name: string, text: string): void => writeFileSync(join(dir, name), text)
const source = (name: string): Buffer => readFileSync(join(dir, name))

/** A program of two parts, of which one needs the other. */
function writeProgram(word = 'one'): void {
  write(
    'A.cjs',
    'const b = require("./B.cjs"); exports.told = () => b.word() + require("node:path").posix.sep;',
  )
  write('B.cjs', `exports.word = () => { const text = "${word} ä"; return text }; // ü`)
}
const told = (cache?: CodeCache): { text: string; parts: ProgramParts } => {
  const parts = new ProgramParts(dir, cache)
  return { text: (parts.load('./A.cjs') as { told(): string }).told(), parts }
}

describe('the parts of a program', () => {
  beforeEach(() => writeProgram())

  it('run once each, with modules of Node, as CommonJS', () => {
    expect(told().text).toBe('one ä/')
    const parts = new ProgramParts(dir)
    expect(parts.load('./B.cjs')).toBe(parts.load('./B.cjs'))
  })

  it('reach ES modules', async () => {
    write('C.cjs', 'exports.sep = async () => (await __import("node:path")).posix.sep')
    const { sep } = new ProgramParts(dir).load('./C.cjs') as { sep(): Promise<string> }
    expect(await sep()).toBe('/')
  })

  it('run from what was learned, which grows by one command after the other', () => {
    told(cacheOf()).parts.learn('gates')
    // What V8 refuses counts as nothing learned.
    const writes: string[][] = []
    const noting = Object.assign(cacheOf(), {
      write: (all: Iterable<{ name: string; commands: readonly string[] }>) =>
        writes.push([...all].map(({ name, commands }) => `${name} ${commands}`)),
    })
    const { text, parts } = told(noting)
    expect(text).toBe('one ä/')
    parts.learn('gates')
    expect(writes).toEqual([])
    parts.learn('replay')
    expect(writes).toEqual([['A.cjs gates,replay', 'B.cjs gates,replay']])
  })

  it('run as they are now, whatever was learned before', () => {
    told(cacheOf()).parts.learn('gates')
    writeProgram('two')
    expect(cacheOf().read('B.cjs', source('B.cjs'))).toBeUndefined()
    expect(told(cacheOf()).text).toBe('two ä/')
  })

  it('run where V8 refuses what it finds', () => {
    cacheOf().write([
      { name: 'B.cjs', source: source('B.cjs'), code: Buffer.from('of another V8'), commands: [] },
    ])
    expect(cacheOf().read('B.cjs', source('B.cjs'))).toBeDefined()
    expect(told(cacheOf()).text).toBe('one ä/')
  })
})

describe('a cache of code', () => {
  const code = Buffer.from('code')
  const part = (): Parameters<CodeCache['write']>[0] => [
    { name: 'B.cjs', source: source('B.cjs'), code, commands: ['gates'] },
  ]
  beforeEach(() => writeProgram())

  it.each<[string, (file: Buffer) => Buffer | string]>([
    ['has no whole file', (file) => file.subarray(0, -1)],
    ['has a longer file', (file) => Buffer.concat([file, Buffer.from('x')])],
    [
      'has another byte',
      (file) => file.map((byte, i) => (i === file.length - 1 ? byte ^ 1 : byte)) as Buffer,
    ],
    ['has no head', () => code],
    ['has an empty file', () => ''],
  ])('that %s answers nothing', (_what, damage) => {
    cacheOf().write(part())
    expect(cacheOf().read('B.cjs', source('B.cjs'))).toEqual({ code, commands: ['gates'] })
    const path = join(cacheRoot(), '1', 'B.cjs')
    writeFileSync(path, damage(readFileSync(path)))
    expect(cacheOf().read('B.cjs', source('B.cjs'))).toBeUndefined()
  })

  it('is of one V8 with one set of flags, and few of them are kept', () => {
    for (let version = 1; version <= 9; version++) cacheOf(version).write(part())
    expect(cacheOf(10).read('B.cjs', source('B.cjs'))).toBeUndefined()
    expect(cacheOf(9).read('B.cjs', source('B.cjs'))).toBeDefined()
    expect(readdirSync(cacheRoot())).toHaveLength(6)
  })

  it('that cannot be written is none', () => {
    writeFileSync(cacheRoot(), '')
    cacheOf().write(part())
    expect(cacheOf().read('B.cjs', source('B.cjs'))).toBeUndefined()
    rmSync(cacheRoot())
    mkdirSync(join(cacheRoot(), '1', 'B.cjs'), { recursive: true })
    cacheOf().write(part())
    expect(cacheOf().read('B.cjs', source('B.cjs'))).toBeUndefined()
  })
})
