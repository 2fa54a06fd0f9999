import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DataDirectoryError } from './data-problem.ts'
import { inspectDirectory } from './inspect-directory.ts'
import { openLowdbStorage } from './lowdb-storage.ts'
import { salvageDirectory } from './salvage-directory.ts'
import { firstFormStore } from './testing/first-form-store.ts'
import { objectOf } from './testing/workload.ts'

const root = mkdtempSync(join(tmpdir(), 'kepsim-salvage-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const now = Date.UTC(2026, 0, 2, 3, 4, 5)
const keyOf = (name: string): string => `/registry/configmaps/ns/${name}`

/** Ten objects in the snapshot, of which a is changed and b deleted after it; then c is made. Revision 13. */
const original = join(root, 'original')
beforeAll(async () => {
  const storage = await openLowdbStorage({ directory: original, writtenBy: '1.34', foldAt: 900 })
  const names = 'abdefghijk'
  for (const name of names) await storage.create(keyOf(name), objectOf(keyOf(name), `first ${name}`))
  await storage.close()
  const again = await openLowdbStorage({ directory: original, writtenBy: '1.34' })
  await again.update(keyOf('a'), 1, objectOf(keyOf('a'), 'second'))
  await again.delete(keyOf('b'), 2)
  await again.create(keyOf('c'), objectOf(keyOf('c'), 'first c'))
  await again.close()
})

const journalOf = (directory: string): string =>
  readdirSync(directory)
    .filter((n) => n.startsWith('journal-'))
    .at(-1)!

/** A copy, damaged. */
function damaged(name: string, damage: (directory: string) => void): string {
  const directory = join(root, name)
  cpSync(original, directory, { recursive: true })
  damage(directory)
  return directory
}

function replaceIn(path: string, old: string, fresh: string): void {
  const text = readFileSync(path, 'latin1')
  expect(text).toContain(old)
  writeFileSync(path, text.replace(old, fresh), 'latin1')
}

async function valuesOf(directory: string): Promise<Record<string, unknown>> {
  const storage = await openLowdbStorage({ directory, writtenBy: '1.35' })
  const { records, revision } = await storage.list('')
  await storage.close()
  const values = records.map((r) => [r.object.metadata.name, (r.object['data'] as { value: string }).value])
  return { revision, ...Object.fromEntries(values) }
}

it('finds a whole directory whole, and leaves it alone', async () => {
  const directory = damaged('whole', () => {})
  expect(await inspectDirectory(directory)).toEqual({
    whole: true,
    lines: [`${directory}: 10 objects at revision 13; whole`],
  })
  const before = readdirSync(directory)
  expect(await salvageDirectory({ directory, to: undefined, now })).toEqual([
    `${directory}: 10 objects at revision 13; whole: nothing is changed`,
  ])
  expect(readdirSync(directory)).toEqual(before)
})

it('tells each place that is damaged, and keeps what is whole beside the files as they were', async () => {
  const directory = damaged('journal', (d) => {
    replaceIn(join(d, journalOf(d)), '"value":"second"', '"value":"sekond"')
    replaceIn(join(d, 'snapshot.db'), 'first d', 'first D')
  })
  const files = new Map(readdirSync(directory).map((n) => [n, readFileSync(join(directory, n))]))
  const { whole, lines } = await inspectDirectory(directory)
  expect(whole).toBe(false)
  expect(lines.map((line) => line.replace(/at byte \d+/, 'at byte N').replace(/:\d+: /, ':N: '))).toEqual([
    `${directory}/snapshot.db:N: this line is damaged (at byte N); it looks like revision 3 of ${keyOf('d')}`,
    `${directory}/${journalOf(directory)}:N: this record is damaged, and others follow it (at byte N); it looks like revision 11 of ${keyOf('a')}`,
    `${directory}: 9 objects at revision 13; 2 problems, so it is not opened`,
  ])
  await expect(openLowdbStorage({ directory, writtenBy: '1.34' })).rejects.toThrow(
    '(and 1 more); nothing was changed',
  )
  const told = await salvageDirectory({ directory, to: undefined, now })
  expect(told.slice(0, 2)).toEqual(lines.slice(0, 2))
  expect(told.slice(-2)).toEqual([
    `${directory}: 9 objects at revision 10013; opens now`,
    `${directory}/damaged-20260102T030405Z: has the files as they were`,
  ])
  for (const [name, bytes] of files)
    expect(readFileSync(join(directory, 'damaged-20260102T030405Z', name)).equals(bytes)).toBe(true)
  const values = await valuesOf(directory)
  expect([values['revision'], values['a'], values['b'], values['c'], values['d'], values['e']]).toEqual([
    10013,
    'first a',
    undefined,
    'first c',
    undefined,
    'first e',
  ])
  expect((await inspectDirectory(directory)).whole).toBe(true)
})

it('makes another directory of what the journals hold when the snapshot is gone', async () => {
  const directory = damaged('snapshot', (d) => rmSync(join(d, 'snapshot.db')))
  expect((await inspectDirectory(directory)).lines[0]).toBe(`${directory}/snapshot.db: the file is missing`)
  const before = readdirSync(directory)
  const to = join(root, 'elsewhere')
  const told = await salvageDirectory({ directory, to, now })
  expect(told.at(-1)).toBe(`${directory}: has the files as they were`)
  expect(readdirSync(directory)).toEqual(before)
  expect((await valuesOf(to))['c']).toBe('first c')
  await expect(salvageDirectory({ directory, to, now })).rejects.toThrow('holds a store already')
  await expect(salvageDirectory({ directory, to: directory, now })).rejects.toThrow('is the directory itself')
})

it('keeps whole records of a store without checksums', async () => {
  const directory = join(root, 'first-form')
  const storage = await openLowdbStorage({ directory, writtenBy: '1.34' })
  await storage.close()
  for (const name of readdirSync(directory)) rmSync(join(directory, name))
  for (const [name, content] of Object.entries(await firstFormStore()))
    writeFileSync(join(directory, name), content)
  expect((await inspectDirectory(directory)).lines).toEqual([
    `${directory}: without checksums: what changed within an object cannot be told. The next start writes it anew`,
    `${directory}: 12 objects at revision 14; whole`,
  ])
  replaceIn(join(directory, 'snapshot.db'), '"kind":"ConfigMap"', '"kind"!"ConfigMap"')
  expect((await inspectDirectory(directory)).lines[1]).toBe(
    `${directory}/snapshot.db:2: this line is damaged (at byte 62)`,
  )
  await salvageDirectory({ directory, to: undefined, now })
  expect((await valuesOf(directory))['old12']).toBe('v13')
})

it('refuses what is no data directory, and one that is in use', async () => {
  const none = join(root, 'none')
  await expect(inspectDirectory(none)).rejects.toThrow(new DataDirectoryError(`${none}: no such directory`))
  await expect(inspectDirectory(root)).rejects.toThrow(`${root}: holds no store`)
  const directory = damaged('used', () => {})
  const storage = await openLowdbStorage({ directory, writtenBy: '1.34' })
  await expect(inspectDirectory(directory)).rejects.toThrow('is in use by process')
  await storage.close()
})
