import { decodeRecord } from '../record.ts'
import type { DirectoryReading } from './directory-reading.ts'
import type { JournalReading } from './read-journal.ts'

/** Follows the changes of a directory's journals; each must have the revision after that of the one before. */
export class JournalChain {
  private readonly reading: DirectoryReading
  /** The revision of the change before; undefined: not known. */
  private before: number | undefined

  constructor(reading: DirectoryReading, before: number | undefined) {
    this.reading = reading
    this.before = before
  }

  follow(journal: JournalReading): void {
    const { problems, form } = this.reading
    let from = 0
    for (const record of journal.records) {
      // Journals of the first form may begin before the snapshot that names them.
      const early =
        form === 'first' && this.before === this.reading.compacted && record.revision <= this.before
      // What is missing behind a damaged record has been told by it.
      const told = journal.problems.some(({ offset = 0 }) => offset >= from && offset < record.offset)
      if (!early && !told && this.before !== undefined && record.revision !== this.before + 1)
        problems.push({
          path: journal.path,
          line: record.line,
          offset: record.offset,
          text: gap(this.before, record.revision),
        })
      if (!early) this.before = record.revision
      from = record.offset
      this.apply(record)
    }
    const { next } = journal
    if (next === undefined) return
    const toldLast = journal.problems.some(({ offset = 0 }) => offset >= from)
    if (!toldLast && this.before !== undefined && next.revision !== this.before)
      problems.push({ path: journal.path, offset: journal.length, text: gap(this.before, next.revision + 1) })
    this.before = next.revision
  }

  /** The snapshot was taken when its revision was durable in a journal. */
  checkReached({ path, length }: JournalReading, revision: number): void {
    if (this.before === undefined || this.before >= revision || this.reading.problems.length > 0) return
    const text = `the end of this journal is missing: it ends at revision ${this.before}, and the snapshot knows revision ${revision}`
    this.reading.problems.push({ path, offset: length, text })
  }

  private apply(line: JournalReading['records'][number]): void {
    const { reading } = this
    const { key, type, revision, bytes, createRevision, writtenBy } = line
    if (revision <= reading.revision) return
    reading.revision = revision
    const record = decodeRecord({ key, createRevision, modRevision: revision, writtenBy }, bytes)
    reading.history.push({ type, record, previous: reading.records.get(key), revision })
    if (type === 'put') reading.records.set(key, record)
    else reading.records.delete(key)
  }
}

function gap(before: number, revision: number): string {
  if (revision <= before) return `revision ${revision} follows revision ${before}`
  const missing = revision - before - 1
  return `revision ${revision} follows revision ${before}: ${missing} ${missing === 1 ? 'write is' : 'writes are'} missing before it`
}
