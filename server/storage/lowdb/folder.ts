import type { OrderedStore } from '../ordered-store.ts'
import { journalNumbers, journalPath } from './data-directory.ts'
import type { Files } from './files.ts'
import type { JournalWriter } from './journal-writer.ts'
import { writeSnapshot } from './new-store.ts'

/** The directory whose journals are folded into a snapshot, and when. */
export interface FolderOptions {
  files: Files
  directory: string
  store: string
  writer: JournalWriter
  /** A journal is folded when it is larger than this and than the snapshot. Bytes. */
  foldAt: number
  /** Bytes of the objects in the snapshot that is there. */
  snapshotBytes: number
  onNotice: (text: string) => void
}

/** Folds journals into the snapshot, one fold at a time, while writes go on in the next journal. */
export class Folder {
  private readonly options: FolderOptions
  private snapshotBytes: number
  /** After a fold that failed: not before the journal has grown by as much again. */
  private notBefore = 0
  private running: Promise<void> | undefined

  constructor(options: FolderOptions) {
    this.options = options
    this.snapshotBytes = options.snapshotBytes
  }

  consider(store: OrderedStore): void {
    const { writer, foldAt } = this.options
    const wanted = Math.max(foldAt, this.snapshotBytes, this.notBefore)
    if (this.running !== undefined || writer.bytesWritten < wanted) return
    this.running = this.fold(store).finally(() => {
      this.running = undefined
    })
  }

  async idle(): Promise<void> {
    await this.running
  }

  private async fold(store: OrderedStore): Promise<void> {
    const { files, directory, writer, onNotice, foldAt, store: name } = this.options
    try {
      const { number, after } = await writer.switchToNext()
      const { revision, records } = store.snapshot()
      const kept = [...records]
      const bytes = kept.reduce((sum, r) => sum + r.bytes.length, 0)
      await writeSnapshot(files, directory, {
        store: name,
        revision,
        journal: number,
        journalAfter: after,
        records: kept,
      })
      this.snapshotBytes = bytes
      this.notBefore = 0
      for (const old of journalNumbers(await files.list(directory)))
        if (old < number) await files.remove(journalPath(directory, old))
    } catch (error) {
      // The journals still hold everything: only the fold is put off.
      this.notBefore = writer.bytesWritten + foldAt
      onNotice(`cannot fold the journal of ${directory}: ${(error as Error).message}`)
    }
  }
}
