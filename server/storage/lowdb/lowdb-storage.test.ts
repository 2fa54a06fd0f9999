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
import { afterAll, describe, expect, it } from 'vitest'
import type { KubeObject } from '../../../apimachinery/json.ts'
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
    lines[2] = lines[2]!.replace('"b"', '"B"')
    writeFileSync(journal, lines.join('\n'))
    await expect(openLowdbStorage({ directory, writtenBy: '1.34' })).rejects.toThrow(
      `${journal}:3: this record is damaged, and others follow it (at byte ${lines[0]!.length + lines[1]!.length + 2}); it looks like revision 2 of /registry/configmaps/ns/b; nothing was changed. 'kepsim data check ${directory}' tells all of it`,
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
