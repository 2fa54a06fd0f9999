// What is refused at a start, and how it is said.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openLowdbStorage } from './lowdb-storage.ts'
import { objectOf } from './testing/workload.ts'

const root = mkdtempSync(join(tmpdir(), 'kepsim-refusals-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const original = join(root, 'original')
const keyOf = (name: string): string => `/registry/configmaps/ns/${name}`

async function write(directory: string, names: string, foldAt: number): Promise<void> {
  const storage = await openLowdbStorage({ directory, writtenBy: '1.34', foldAt })
  for (const name of names) await storage.create(keyOf(name), objectOf(keyOf(name), 'x'.repeat(100)))
  await storage.close()
}

/** The snapshot has a to d, with its journal after the fold; e to h are in that journal only. */
beforeAll(async () => {
  await write(original, 'abcd', 1000)
  cpSync(original, join(root, 'before'), { recursive: true })
  await write(original, 'efgh', 100_000)
})

const journalOf = (directory: string): string =>
  readdirSync(directory)
    .filter((name) => name.startsWith('journal-'))
    .at(-1)!

/** Without line breaks. */
type Lines = string[]
const [inJournal, inSnapshot] = [journalOf, () => 'snapshot.db']

const cases: [string, (directory: string) => string, (lines: Lines) => void, RegExp][] = [
  [
    'a record that is missing',
    inJournal,
    (l) => l.splice(-3, 1),
    /:\d+: revision 8 follows revision 6: 1 write is missing before it \(at byte \d+\)/,
  ],
  [
    'records in another order',
    inJournal,
    (l) => l.splice(-3, 2, l.at(-2)!, l.at(-3)!),
    /:\d+: revision 8 follows revision 6: .* \(at byte \d+\) \(and \d more\)/,
  ],
  [
    'a record that is there twice',
    inJournal,
    (l) => l.splice(-2, 0, l.at(-3)!),
    /:\d+: revision 7 follows revision 7 \(at byte \d+\)/,
  ],
  [
    'a last record that is gone',
    inJournal,
    (l) => l.splice(-2, 1),
    /: the end of this journal is missing: it ends at revision 7, and revision 8 had been answered \(at byte \d+\)/,
  ],
  [
    'a last record that is complete and damaged',
    inJournal,
    (l) => l.splice(-2, 1, l.at(-2)!.replace('xx', 'xy')),
    /:\d+: this record, the last one, is damaged: it is complete, .* \(at byte \d+\); it looks like revision 8 of \/registry\/configmaps\/ns\/h/,
  ],
  [
    'a damaged head',
    inJournal,
    (l) => l.splice(0, 1, l[0]!.replace('v2', 'v3')),
    /:1: the head of the journal is damaged \(at byte 0\)/,
  ],
  ['an empty journal', inJournal, (l) => l.splice(0, l.length), /: the journal is empty/],
  [
    'a record that is missing in the snapshot',
    inSnapshot,
    (l) => l.splice(2, 1),
    /snapshot\.db:\d+: \d+ bytes were written before this line/,
  ],
  [
    'records of the snapshot in another order',
    inSnapshot,
    (l) => l.splice(1, 2, l[2]!, l[1]!),
    /snapshot\.db: its records are whole, but not those, or not in the order, that were written/,
  ],
  [
    'an end of the snapshot that is missing',
    inSnapshot,
    (l) => l.splice(-2, 1),
    /snapshot\.db: the end of the snapshot is missing; \d of \d records are there \(at byte \d+\)/,
  ],
  [
    'a head of the snapshot that is damaged',
    inSnapshot,
    (l) => l.splice(0, 1, l[0]!.replace('"revision":', '"revisiom":')),
    /snapshot\.db:1: the head of the snapshot is damaged \(at byte 0\)/,
  ],
  [
    'something behind the snapshot',
    inSnapshot,
    (l) => l.push('more'),
    /snapshot\.db:\d+: there is something after the end of the snapshot/,
  ],
  ['an empty snapshot', inSnapshot, (l) => l.splice(0, l.length), /snapshot\.db: the snapshot is empty/],
]

it.each(cases)('refuses %s', async (what, fileOf, change, message) => {
  const directory = join(root, what.replaceAll(' ', '-'))
  cpSync(original, directory, { recursive: true })
  const path = join(directory, fileOf(directory))
  const lines = readFileSync(path, 'utf8').split('\n')
  change(lines)
  writeFileSync(path, lines.join('\n'))
  const opened = openLowdbStorage({ directory, writtenBy: '1.34' })
  await expect(opened).rejects.toThrow(message)
  await expect(opened).rejects.toThrow(`'kepsim data salvage ${directory}' keeps what is whole`)
  expect(readFileSync(path, 'utf8')).toBe(lines.join('\n'))
})

it('refuses files of another store, and older ones of the same', async () => {
  const other = join(root, 'other')
  await write(other, 'abcd', 1000)
  const refused = async (from: string, name: string, message: RegExp): Promise<void> => {
    const directory = join(root, `with-${name}-of-${from.slice(root.length + 1)}`)
    cpSync(original, directory, { recursive: true })
    cpSync(join(from, name), join(directory, name))
    await expect(openLowdbStorage({ directory, writtenBy: '1.34' })).rejects.toThrow(message)
  }
  const journal = journalOf(original)
  expect(journalOf(other)).toBe(journal)
  await refused(other, journal, /:1: it belongs to another store than snapshot\.db \(at byte 0\)/)
  await refused(other, 'snapshot.db', /it belongs to another store than snapshot\.db/)
  await refused(join(root, 'before'), journal, /the end of this journal is missing/)
})

it('refuses a journal under the name of another', async () => {
  const directory = join(root, 'renamed')
  cpSync(original, directory, { recursive: true })
  const name = journalOf(directory)
  cpSync(join(directory, name), join(directory, 'journal-999999999.log'))
  rmSync(join(directory, name))
  await expect(openLowdbStorage({ directory, writtenBy: '1.34' })).rejects.toThrow(
    new RegExp(`${name}: this file, and those up to journal-999999998.log, are missing \\(and \\d+ more\\)`),
  )
})

it('a file where the directory, or one above it, is to be', async () => {
  const file = join(root, 'file')
  writeFileSync(file, '')
  for (const directory of [file, join(file, 'data')])
    await expect(openLowdbStorage({ directory, writtenBy: '1.34' })).rejects.toThrow(
      `${directory}: is no directory; name one, which is made where it is missing`,
    )
})
