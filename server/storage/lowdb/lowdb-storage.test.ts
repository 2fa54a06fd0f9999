import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { afterAll, describe, expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { storageConformance } from '../testing/conformance.ts'
import { openLowdbStorage } from './lowdb-storage.ts'

const root = mkdtempSync(join(tmpdir(), 'kepsim-lowdb-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let directories = 0
const newDirectory = (): string => join(root, `data-${++directories}`)
const object = (name: string, value = ''): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data: { value },
})
const key = (name: string): string => `/registry/configmaps/ns/${name}`

storageConformance('lowdb', () => openLowdbStorage({ directory: newDirectory(), writtenBy: '1.34' }))
storageConformance('lowdb that folds at every write', () =>
  openLowdbStorage({ directory: newDirectory(), writtenBy: '1.34', foldAt: 1 }),
)

describe('lowdb: what is kept', () => {
  it('has everything again after a restart, with revisions, history and the release that wrote it', async () => {
    const directory = newDirectory()
    const first = await openLowdbStorage({ directory, writtenBy: '1.30' })
    const a = await first.create(key('a'), object('a'))
    const b = await first.create(key('b'), object('b'))
    await first.delete(key('b'), b.modRevision)
    await first.close()
    const second = await openLowdbStorage({ directory, writtenBy: '1.36' })
    expect(second.revision()).toBe(first.revision())
    expect((await second.get(key('a')))?.writtenBy).toBe('1.30')
    const events: string[] = []
    second.watch('/registry/', a.modRevision, (e) => events.push(`${e.type} ${e.record.key}`))
    const changed = await second.update(key('a'), a.modRevision, object('a', 'new'))
    expect(changed.writtenBy).toBe('1.36')
    expect(changed.modRevision).toBe(second.revision())
    expect(events).toEqual([`put ${key('b')}`, `delete ${key('b')}`, `put ${key('a')}`])
    await second.close()
  })

  it('folds the journal into a snapshot and removes it', async () => {
    const directory = newDirectory()
    const storage = await openLowdbStorage({ directory, writtenBy: '1.34', foldAt: 2000 })
    for (let i = 0; i < 200; i++) await storage.create(key(`n${i}`), object(`n${i}`))
    await storage.close()
    expect(readdirSync(directory).filter((n) => n.startsWith('journal')).length).toBeLessThanOrEqual(2)
    const again = await openLowdbStorage({ directory, writtenBy: '1.34' })
    expect((await again.list('/registry/')).records).toHaveLength(200)
    expect(again.revision()).toBe(storage.revision())
    await again.close()
  })

  it('cuts off a torn tail and says so', async () => {
    const directory = newDirectory()
    const storage = await openLowdbStorage({ directory, writtenBy: '1.34' })
    await storage.create(key('a'), object('a'))
    await storage.close()
    const journal = join(directory, 'journal-000001.log')
    const size = statSync(journal).size
    appendFileSync(journal, readFileSync(journal).subarray(0, 40))
    const notices: string[] = []
    const again = await openLowdbStorage({ directory, writtenBy: '1.34', onNotice: (t) => notices.push(t) })
    expect(notices).toEqual([`${journal}: cut off 40 bytes of a write that was not finished`])
    expect((await again.list('/registry/')).records).toHaveLength(1)
    await again.close()
    expect(statSync(journal).size).toBe(size)
  })

  it('refuses damage in the middle with file and line, and loses nothing', async () => {
    const directory = newDirectory()
    const storage = await openLowdbStorage({ directory, writtenBy: '1.34' })
    for (const n of ['a', 'b', 'c']) await storage.create(key(n), object(n))
    await storage.close()
    const journal = join(directory, 'journal-000001.log')
    const lines = readFileSync(journal, 'utf8').split('\n')
    lines[1] = lines[1]!.replace('"b"', '"B"')
    writeFileSync(journal, lines.join('\n'))
    await expect(openLowdbStorage({ directory, writtenBy: '1.34' })).rejects.toThrow(
      `${journal}:2: this record is damaged`,
    )
    expect(readFileSync(journal, 'utf8')).toBe(lines.join('\n'))
  })

  it('keeps others out, and readable by its owner only', async () => {
    const directory = newDirectory()
    const storage = await openLowdbStorage({ directory, writtenBy: '1.34' })
    await expect(openLowdbStorage({ directory, writtenBy: '1.34' })).rejects.toThrow(
      `the data directory ${directory} is in use by process ${process.pid}`,
    )
    expect(statSync(directory).mode & 0o777).toBe(0o700)
    for (const name of readdirSync(directory))
      expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600)
    await storage.close()
    await (await openLowdbStorage({ directory, writtenBy: '1.34' })).close()
  })
})

describe('lowdb: kill -9', () => {
  const bundle = join(root, 'writer.mjs')
  buildSync({
    entryPoints: [fileURLToPath(new URL('./testing/killed-writer.ts', import.meta.url))],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
    banner: { js: "import { createRequire as r } from 'node:module';const require = r(import.meta.url);" },
  })

  it.each([1, 40, 300, 900])('loses nothing that was answered (killed after %i answers)', async (answers) => {
    const directory = newDirectory()
    const child = spawn(process.execPath, [bundle, directory], { stdio: ['ignore', 'pipe', 'inherit'] })
    const answered: [string, number][] = []
    for await (const line of createInterface({ input: child.stdout })) {
      const [name, revision] = line.split(' ')
      answered.push([name!, Number(revision)])
      if (answered.length === answers) child.kill('SIGKILL')
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    const storage = await openLowdbStorage({ directory, writtenBy: '1.34' })
    for (const [name, revision] of answered)
      expect((await storage.get(key(name)))?.modRevision).toBe(revision)
    expect(storage.revision()).toBeGreaterThanOrEqual(answered.at(-1)![1])
    await storage.close()
  })
})
