import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { Cell, type CellOptions } from './cell.ts'
import { Cells } from './cells.ts'

const own = await mkdtemp(join(tmpdir(), 'kepsim-cells-'))
afterAll(() => rm(own, { recursive: true, force: true }))

const optionsOf = (socket: string, isolation: CellOptions['isolation'] = 'files'): CellOptions => ({
  program: process.execPath,
  isolation,
  own,
  socket: join(own, socket),
})

describe('the cells of a program', () => {
  /** Those that are there, in the order in which they were made, and how each ends by itself. */
  const there = new Map<string, () => void>()
  const made: string[] = []
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const cells = new Cells(async ({ socket }) => {
    const name = socket.slice(own.length + 1)
    made.push(name)
    if (name === 'broken') throw new Error('no namespaces')
    const ended = new Promise<void>((resolve) => there.set(name, resolve))
    const end = async (): Promise<void> => void there.delete(name)
    return { ended, run: async (args: string[]) => (args[0] === 'hold' ? held : {}), end } as unknown as Cell
  })
  const run = (socket: string, ...args: string[]): Promise<unknown> =>
    cells.run(optionsOf(socket), args, { cwd: own, env: {}, limits: { time: 1, output: 1 } })

  test('are used again, and those that were used last stay', async () => {
    for (const socket of ['1', '2', '3', '4', '1', '5']) await run(socket)
    expect([...there.keys()]).toEqual(['1', '3', '4', '5'])
    expect(made).toHaveLength(5)
  })
  test('stay while a program runs in them', async () => {
    const held3 = run('3', 'hold')
    for (const socket of ['6', '7', '8', '9']) await run(socket)
    expect([...there.keys()]).toEqual(['3', '7', '8', '9'])
    release()
    await held3
    await run('10')
    expect([...there.keys()]).toEqual(['7', '8', '9', '10'])
  })
  test('are made anew after their end', async () => {
    there.get('9')!()
    await setImmediate()
    await run('9')
    expect(made.filter((name) => name === '9')).toHaveLength(2)
  })
  test('are tried again where they could not be made', async () => {
    await expect(run('broken')).rejects.toThrow('no namespaces')
    await expect(run('broken')).rejects.toThrow('no namespaces')
    expect(made.filter((name) => name === 'broken')).toHaveLength(2)
  })
})

const cell = await Cell.open(optionsOf('socket', 'files and network')).catch(() => undefined)
afterAll(() => cell?.end())

describe.skipIf(cell === undefined)('a cell', () => {
  const evaluated = async (code: string): Promise<string> => {
    const limits = { time: 60_000, output: 1 << 20 }
    const { stdout, stderr } = await cell!.run(['--eval', code], { cwd: own, env: {}, limits })
    return stdout + stderr
  }

  test('shows the directory of the program, and no file of the host', async () => {
    await writeFile(join(own, 'copy'), 'given')
    const code = `const { existsSync: has, readFileSync } = require('node:fs')
      console.log(readFileSync('copy', 'utf8'), ['/etc/passwd', '/root', ${JSON.stringify(import.meta.filename)}].some(has))`
    expect(await evaluated(code)).toBe('given false\n')
  })
  test('keeps nothing that a program leaves elsewhere', async () => {
    const code = (path: string): string => `require('node:fs').writeFileSync(${JSON.stringify(path)}, 'left')`
    expect(await evaluated(code('/tmp/left'))).toMatch(/EROFS|EACCES/)
    expect(await evaluated(code(join(own, 'mine')))).toBe('')
    expect(await readdir(own)).toContain('mine')
  })
  test('shows no process of the host', async () => {
    const code = `console.log(require('node:fs').readdirSync('/proc').filter(Number).length < 5)`
    expect(await evaluated(code)).toBe('true\n')
  })
  test('has a network without the host', async () => {
    const code = `console.log(Object.keys(require('node:os').networkInterfaces()))`
    expect(await evaluated(code)).toBe("[ 'lo' ]\n")
  })
  test('ends', async () => {
    await cell!.end()
    await cell!.ended
    expect(await evaluated('')).not.toBe('')
  })
})
