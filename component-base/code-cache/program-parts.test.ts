import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { crc32 } from 'node:zlib'
import { build } from 'esbuild'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { CodeCache } from './code-cache.ts'
import { ProgramParts } from './program-parts.ts'

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'kepsim-parts-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const cacheRoot = (): string => join(dir, 'code-cache')
const cacheOf = (version = 'v1'): CodeCache => new CodeCache(cacheRoot(), version)
const write = (name: string, text: string): void => writeFileSync(join(dir, name), text)
const source = (name: string): number => crc32(readFileSync(join(dir, name)))

/** A program of two parts, of which one needs the other. */
function writeProgram(word = 'one'): void {
  write(
    'A.cjs',
    'const b = require("./B.cjs"); exports.told = () => b.word() + require("node:path").posix.sep;',
  )
  write('B.cjs', `exports.word = () => { const text = "${word} ä"; return text }; // ü`)
}
const told = (cache?: CodeCache): { text: string; parts: ProgramParts } => {
  const parts = new ProgramParts(dir, { cache, learns: true })
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

  it('are strict, as the ES modules were that they are made of', () => {
    write(
      'C.cjs',
      'exports.set = (one) => { one.size = 2 }; exports.self = function () { return this === undefined }',
    )
    const { set, self } = new ProgramParts(dir).load('./C.cjs') as {
      set(one: object): void
      self(): boolean
    }
    expect(() => set(Object.freeze({ size: 1 }))).toThrow(TypeError)
    expect(self()).toBe(true)
  })

  it('run again where they failed', () => {
    write('B.cjs', 'exports.half = 1; throw new Error("no")')
    const parts = new ProgramParts(dir)
    for (const path of ['./A.cjs', './B.cjs', './A.cjs']) expect(() => parts.load(path)).toThrow('no')
    writeProgram()
    expect((parts.load('./A.cjs') as { told(): string }).told()).toBe('one ä/')
  })

  it('are of the context that loads them', async () => {
    write(
      'C.cjs',
      'exports.made = [new RangeError(), (() => { try { Object.freeze([]).push(1) } catch (error) { return error } })()]',
    )
    told(cacheOf()).parts.learn('gates')
    const { outputFiles } = await build({
      entryPoints: [join(import.meta.dirname, 'program-parts.ts')],
      bundle: true,
      format: 'cjs',
      platform: 'node',
      write: false,
    })
    const module = { exports: {} as { ProgramParts: typeof ProgramParts } }
    const errors = runInNewContext(`(function (module, require) {${outputFiles[0]!.text}
      return [RangeError, TypeError]})`)(module, createRequire(import.meta.url)) as ErrorConstructor[]
    const parts = new module.exports.ProgramParts(dir, { cache: cacheOf(), learns: true })
    const { made } = parts.load('./C.cjs') as { made: unknown[] }
    expect(made.map((error, i) => error instanceof errors[i]!)).toEqual([true, true])
    expect((parts.load('./A.cjs') as { told(): string }).told()).toBe('one ä/')
    parts.learn('replay')
    expect(cacheOf().read('A.cjs', source('A.cjs'))?.commands).toEqual(['gates'])
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

  it('are learned for so many commands, and then no more', () => {
    const many = Array.from({ length: 70 }, (_one, i) => `command-${i}`)
    for (const command of many) told(cacheOf()).parts.learn(command)
    expect(cacheOf().read('A.cjs', source('A.cjs'))?.commands).toEqual(many.slice(0, 64))
  })

  it('run as they are now, whatever was learned before', () => {
    told(cacheOf()).parts.learn('gates')
    writeProgram('two')
    expect(cacheOf().read('B.cjs', source('B.cjs'))).toBeUndefined()
    expect(told(cacheOf()).text).toBe('two ä/')
  })

  it('run where V8 refuses what it finds', () => {
    cacheOf().write([
      { name: 'B.cjs', source: source('B.cjs'), code: () => Buffer.from('of another V8'), commands: [] },
    ])
    expect(cacheOf().read('B.cjs', source('B.cjs'))).toBeDefined()
    expect(told(cacheOf()).text).toBe('one ä/')
  })
})

describe('a cache of code', () => {
  const code = Buffer.from('code')
  const part = (): Parameters<CodeCache['write']>[0] => [
    { name: 'B.cjs', source: source('B.cjs'), code: () => code, commands: ['gates'] },
  ]
  const path = (): string => join(cacheRoot(), 'v1', 'B.cjs')
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
    writeFileSync(path(), damage(readFileSync(path())))
    expect(cacheOf().read('B.cjs', source('B.cjs'))).toBeUndefined()
  })

  it('is taken where nobody else can have written it', () => {
    cacheOf().write(part())
    const places = [cacheRoot(), join(cacheRoot(), 'v1'), path()]
    for (const place of places)
      for (const others of [0o020, 0o002]) {
        const { mode } = statSync(place)
        chmodSync(place, mode | others)
        expect(cacheOf().read('B.cjs', source('B.cjs'))).toBeUndefined()
        chmodSync(place, mode)
        expect(cacheOf().read('B.cjs', source('B.cjs'))).toBeDefined()
      }
  })

  it.runIf(process.geteuid?.() === 0)("is not taken from others than the program's owner", () => {
    cacheOf().write(part())
    chownSync(path(), 1, 1)
    expect(cacheOf().read('B.cjs', source('B.cjs'))).toBeUndefined()
    for (const place of [dir, cacheRoot(), join(cacheRoot(), 'v1')]) chownSync(place, 1, 1)
    expect(cacheOf().read('B.cjs', source('B.cjs'))).toBeDefined()
  })

  it('keeps nothing of a writer that was killed, and asks for no code where it cannot write', () => {
    cacheOf().write(part())
    writeFileSync(`${path()}.1`, '')
    writeFileSync(`${path()}.${process.pid}`, '')
    cacheOf().write(part())
    expect(readdirSync(join(cacheRoot(), 'v1'))).toEqual(['B.cjs'])
    rmSync(cacheRoot(), { recursive: true })
    writeFileSync(cacheRoot(), '')
    const [one] = part()
    cacheOf().write([{ ...one!, code: () => expect.unreachable() }])
  })

  it('is of one V8 with one set of flags, and few of them are kept', () => {
    for (let version = 1; version <= 9; version++) cacheOf(`v${version}`).write(part())
    expect(cacheOf('v10').read('B.cjs', source('B.cjs'))).toBeUndefined()
    expect(cacheOf('v9').read('B.cjs', source('B.cjs'))).toBeDefined()
    expect(readdirSync(cacheRoot())).toHaveLength(6)
  })

  it('that cannot be written is none', () => {
    writeFileSync(cacheRoot(), '')
    cacheOf().write(part())
    expect(cacheOf().read('B.cjs', source('B.cjs'))).toBeUndefined()
    rmSync(cacheRoot())
    mkdirSync(join(cacheRoot(), 'v1', 'B.cjs'), { recursive: true })
    cacheOf().write(part())
    expect(cacheOf().read('B.cjs', source('B.cjs'))).toBeUndefined()
  })
})

test('the entry of the built program tells the cache who runs, and opens it to nobody', async () => {
  const dist = join(dir, 'dist')
  for (const folder of ['bin', 'dist']) mkdirSync(join(dir, folder))
  write('package.json', '{ "type": "module" }')
  write('dist/A.cjs', 'exports.run = () => 1')
  write('bin/kepsim', 'import "../dist/cli.cjs"')
  write('dist/cli.cjs', 'require("./parts.cjs").part("./A.cjs").run()')
  await build({
    entryPoints: { parts: join(import.meta.dirname, 'parts.ts') },
    outdir: dist,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    format: 'cjs',
    define: { 'import.meta.dirname': '__dirname' },
    platform: 'node',
  })
  const shell = ['bin/kepsim gates', 'bin/kepsim No', 'dist/cli.cjs plan'].map(
    (args) => `${process.execPath} ${args}`,
  )
  execFileSync('sh', ['-c', `umask 0; ${shell.join(' && ')}`], {
    cwd: dir,
    env: { ...process.env, NODE_OPTIONS: '', NODE_DISABLE_COMPILE_CACHE: undefined },
  })
  const root = join(dist, 'code-cache')
  const [version = ''] = readdirSync(root)
  expect(version.startsWith(`${process.version}-${process.arch}-`)).toBe(true)
  const modes = [root, join(root, version), join(root, version, 'A.cjs')].map((one) => statSync(one).mode)
  expect(modes.map((mode) => mode & 0o777)).toEqual([0o755, 0o755, 0o644])
  expect(new CodeCache(root, version).read('A.cjs', source('dist/A.cjs'))?.commands).toEqual([
    'gates',
    'other',
  ])
})
