import { join } from 'node:path'
import {
  isUnfinished,
  journalNumbers,
  journalPath,
  nameOfJournal,
  snapshotName,
  snapshotPath,
  watermarkName,
  watermarkPath,
} from './data-directory.ts'
import type { DirectoryReading } from './directory-reading.ts'
import type { Files } from './files.ts'
import { JournalChain } from './journal-chain.ts'
import { hasJournalHead, type JournalReading, readJournal } from './read-journal.ts'
import { readSnapshot } from './read-snapshot.ts'
import type { SnapshotReading } from './snapshot-reading.ts'
import { decodeWatermark } from './watermark.ts'

/** Reads snapshot and journals of a directory. Damage becomes problems of the reading. */
export async function readDirectory(files: Files, directory: string): Promise<DirectoryReading> {
  return new DirectoryReader(files, directory).read()
}

class DirectoryReader {
  private readonly files: Files
  private readonly directory: string
  private readonly reading: DirectoryReading = {
    form: 'none',
    store: '',
    revision: 0,
    compacted: 0,
    records: new Map(),
    history: [],
    last: undefined,
    journals: [],
    obsolete: [],
    watermark: false,
    notices: [],
    problems: [],
  }

  constructor(files: Files, directory: string) {
    this.files = files
    this.directory = directory
  }

  async read(): Promise<DirectoryReading> {
    const names = await this.files.list(this.directory)
    const { reading, directory } = this
    reading.obsolete = names.filter(isUnfinished).map((name) => join(directory, name))
    const snapshot = await this.readSnapshot()
    reading.journals = journalNumbers(names)
    const journals = await this.readJournals(reading.journals, snapshot)
    const unused = snapshot === undefined && journals.every(isUnused)
    if (unused && !names.includes(watermarkName)) {
      // A store whose making was interrupted, or an empty one of the first form: it has nothing to lose.
      for (const { path, torn } of journals) {
        if (torn > 0) reading.notices.push(tornText(path, torn))
        reading.obsolete.push(path)
      }
      return reading
    }
    reading.form =
      snapshot?.form ??
      (journals.every((j) => j.head === undefined) && !names.includes(watermarkName) ? 'first' : 'v2')
    if (snapshot === undefined && reading.form === 'v2')
      this.problem(snapshotPath(directory), 'the file is missing')
    this.layOver(snapshot, journals)
    if (reading.form === 'v2') await this.checkWatermark()
    return reading
  }

  private problem(path: string, text: string, at: { line?: number; offset?: number } = {}): void {
    this.reading.problems.push({ path, ...at, text })
  }

  private async readSnapshot(): Promise<SnapshotReading | undefined> {
    const path = snapshotPath(this.directory)
    const content = await this.files.read(path)
    if (content === undefined) return undefined
    const snapshot = readSnapshot(path, content)
    const { reading } = this
    reading.problems.push(...snapshot.problems)
    reading.store = snapshot.head?.store ?? ''
    for (const record of snapshot.records) {
      reading.records.set(record.key, record)
      reading.revision = Math.max(reading.revision, record.modRevision)
    }
    if (snapshot.head !== undefined) reading.revision = snapshot.head.revision
    reading.compacted = reading.revision
    return snapshot
  }

  private async readJournals(
    numbers: readonly number[],
    snapshot: SnapshotReading | undefined,
  ): Promise<JournalReading[]> {
    const journals: JournalReading[] = []
    for (const number of numbers) {
      const path = journalPath(this.directory, number)
      // A journal from before the snapshot: what it says is in there, and a crash kept it from being removed.
      if (snapshot?.head !== undefined && number < snapshot.head.journal) {
        this.reading.obsolete.push(path)
        continue
      }
      const content = (await this.files.read(path)) ?? Buffer.alloc(0)
      const firstForm = snapshot?.form !== 'v2' && !hasJournalHead(content)
      journals.push(readJournal({ path, number }, content, firstForm))
    }
    return journals
  }

  /** Follows the journals from the snapshot on. */
  private layOver(snapshot: SnapshotReading | undefined, journals: JournalReading[]): void {
    const { reading, directory } = this
    const used = this.withoutUnused(journals)
    // Without a snapshot a store of the first form begins with its first journal.
    const head =
      snapshot === undefined && reading.form === 'first' ? { journal: 1, journalAfter: 0 } : snapshot?.head
    const chain = new JournalChain(reading, head?.journalAfter)
    let wanted = head?.journal
    // A store of the first form that was put back from a snapshot had no journal before it was opened.
    if (used.length === 0 && wanted !== undefined && reading.form === 'v2')
      this.problem(journalPath(directory, wanted), 'the file is missing')
    for (const journal of used) {
      const { number } = journal
      if (wanted !== undefined && number > wanted) this.problemMissing(wanted, number - 1)
      if (journal.head !== undefined) this.checkHead(journal)
      reading.problems.push(...journal.problems)
      chain.follow(journal)
      wanted = number + 1
      this.checkNext(journal, number === used.at(-1)!.number)
      reading.last = { number, length: journal.length, torn: journal.torn }
    }
    const end = used.at(-1)
    if (snapshot?.head !== undefined && end !== undefined && reading.form === 'v2')
      chain.checkReached(end, snapshot.head.revision)
  }

  private problemMissing(from: number, to: number): void {
    const text =
      from === to ? 'the file is missing' : `this file, and those up to ${nameOfJournal(to)}, are missing`
    this.problem(journalPath(this.directory, from), text)
  }

  /** The next journal is made before the one before says so: one that nothing leads to and that is not used does not count. */
  private withoutUnused(journals: JournalReading[]): JournalReading[] {
    const used = [...journals]
    while (used.length > 0) {
      const [before, last] = [used.at(-2), used.at(-1)!]
      const first = before === undefined && this.reading.form === 'v2'
      if (last.head === undefined || !isUnused(last) || first || before?.next !== undefined) break
      this.reading.obsolete.push(last.path)
      used.pop()
    }
    return used
  }

  private checkHead({ path, head, number }: JournalReading): void {
    const { reading } = this
    if (head!.number !== number)
      this.problem(path, `this is ${nameOfJournal(head!.number)} under another name`, { line: 1, offset: 0 })
    if (reading.store === '') reading.store = head!.store
    else if (head!.store !== reading.store)
      this.problem(path, `it belongs to another store than ${snapshotName}`, { line: 1, offset: 0 })
  }

  private checkNext({ path, next, number, head, length }: JournalReading, last: boolean): void {
    if (next !== undefined && next.number !== number + 1)
      this.problem(path, `it goes on in ${nameOfJournal(next.number)}, which cannot be`, { offset: length })
    else if (next !== undefined && last) this.problemMissing(next.number, next.number)
    else if (next === undefined && !last && head !== undefined)
      this.problem(path, 'the end of this journal is missing, and the next one is there', { offset: length })
  }

  private async checkWatermark(): Promise<void> {
    const { reading, directory } = this
    const path = watermarkPath(directory)
    const content = await this.files.read(path)
    const mark = content && decodeWatermark(content)
    reading.watermark = mark === undefined || mark.store !== reading.store
    if (content === undefined)
      reading.notices.push(`${path}: the file is missing; it holds no data and is made anew`)
    else if (mark === undefined)
      reading.notices.push(`${path}: the file is damaged; it holds no data and is made anew`)
    else if (mark.store !== reading.store)
      reading.notices.push(`${path}: the file is of another store; it holds no data and is made anew`)
    else if (mark.revision > reading.revision) this.problemBehind(mark.revision)
  }

  /** Reports the missing end of the journals, unless damage before it, which explains it, was reported. */
  private problemBehind(reached: number): void {
    const { reading, directory } = this
    const told = reading.problems.length > 0
    const { number, length } = reading.last ?? { number: 1, length: 0 }
    const known = `the end of this journal is missing: it ends at revision ${reading.revision}, and revision ${reached} had been answered`
    if (!told) this.problem(journalPath(directory, number), known, { offset: length })
    reading.revision = reached
  }
}

const isUnused = (journal: JournalReading): boolean =>
  journal.records.length === 0 && journal.next === undefined && journal.problems.length === 0

/** `FILE: cut off N bytes …`: said when an unfinished write is removed. */
export const tornText = (path: string, torn: number): string =>
  `${path}: cut off ${torn} bytes of a write that was not finished`
