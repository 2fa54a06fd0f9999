import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { openLowdbStorage } from '../server/storage/lowdb/lowdb-storage.ts'
import { run } from './data.ts'

const root = mkdtempSync(join(tmpdir(), 'kepsim-data-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
afterEach(() => vi.restoreAllMocks())

async function kepsimData(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' }
  const into = (stream: 'out' | 'err') => (text: unknown) => {
    said[stream] += String(text)
    return true
  }
  vi.spyOn(process.stdout, 'write').mockImplementation(into('out'))
  vi.spyOn(process.stderr, 'write').mockImplementation(into('err'))
  const code = await run(args)
  return { code, ...said }
}

it('checks and salvages, with exit codes for scripts', async () => {
  const directory = join(root, 'data')
  const storage = await openLowdbStorage({ directory, writtenBy: '1.34' })
  for (const name of ['a', 'b'])
    await storage.create(`/registry/${name}`, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } })
  await storage.close()
  expect(await kepsimData('check', directory)).toEqual({
    code: 0,
    out: `${directory}: 2 objects at revision 2; whole\n`,
    err: '',
  })
  const journal = join(directory, 'journal-000001.log')
  writeFileSync(journal, readFileSync(journal, 'utf8').replace('"name":"a"', '"name":"A"'))
  const damaged = await kepsimData('check', directory)
  expect(damaged.code).toBe(1)
  expect(damaged.out).toContain(`${journal}:2: this record is damaged`)
  expect(damaged.out).toContain('1 object at revision 2; 1 problem, so it is not opened\n')
  const salvaged = await kepsimData('salvage', directory)
  expect([salvaged.code, salvaged.err]).toEqual([0, ''])
  expect((await kepsimData('check', directory)).code).toBe(0)
})

it.each([
  [[], "write what to do: check, salvage ('kepsim data --help' tells more)"],
  [['fix', 'x'], 'unknown command "fix": one of check, salvage'],
  [['check'], 'check needs one directory: kepsim data check DIR'],
  [['check', 'x', '--to', 'y'], '--to is for salvage'],
  [['salvage', join(root, 'none')], `${join(root, 'none')}: no such directory`],
  [['check', root], `${root}: holds no store`],
])('does not take %j', async (args, message) => {
  expect(await kepsimData(...args)).toEqual({ code: 2, out: '', err: `kepsim data: ${message}\n` })
})
