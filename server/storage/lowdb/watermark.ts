import { openLine, sealLine } from './checksum-line.ts'
import { watermarkName, watermarkPath } from './data-directory.ts'
import { type Files, type OpenFile, replaceFile } from './files.ts'

// The revision that the store has surely reached, in one line of fixed length that is written over in place: a journal
// whose end went missing is told by it. It may lag behind; it is never ahead of what is durable.

const word = 'kepsim-watermark/v2'
const lag = 100

const encode = (store: string, revision: number): Buffer =>
  sealLine(`${word} ${store} ${String(revision).padStart(16, '0')}`)

/** The store and revision of a watermark file; undefined where the file is damaged. */
export function decodeWatermark(content: Buffer): { store: string; revision: number } | undefined {
  const body = content.at(-1) === 10 ? openLine(content.subarray(0, -1)) : undefined
  const [found, store, revision] = body?.toString('latin1').split(' ') ?? []
  if (found !== word || store === undefined) return undefined
  return { store, revision: Number(revision) }
}

/** Replaces the watermark: a revision that the store has surely reached, by which a lost end of the journal is noticed. */
export async function writeWatermark(
  files: Files,
  directory: string,
  { store, revision }: { store: string; revision: number },
): Promise<void> {
  const line = encode(store, revision)
  await replaceFile(files, { directory, name: watermarkName, write: (file) => file.write(line, 0) })
}

/** Keeps the watermark of an open store, not more often than every 100 ms, so that no write waits for it. */
export class WatermarkWriter {
  private readonly file: OpenFile
  private readonly store: string
  private revision = 0
  private timer: NodeJS.Timeout | undefined
  private writing: Promise<void> = Promise.resolve()

  private constructor(file: OpenFile, store: string) {
    this.file = file
    this.store = store
  }

  static async open(files: Files, directory: string, store: string): Promise<WatermarkWriter> {
    return new WatermarkWriter(await files.open(watermarkPath(directory), { create: false }), store)
  }

  /** @param revision that is durable */
  note(revision: number): void {
    this.revision = revision
    if (this.timer !== undefined) return
    this.timer = setTimeout(() => {
      this.timer = undefined
      this.writing = this.writing.then(() => this.write())
    }, lag)
    this.timer.unref()
  }

  async close(): Promise<void> {
    clearTimeout(this.timer)
    await this.writing
    await this.write()
    await this.file.close()
  }

  private async write(): Promise<void> {
    if (this.revision === 0) return
    // It is a help, not the data: where it cannot be written, the older one stays true.
    await this.file.write(encode(this.store, this.revision), 0).catch(() => {})
  }
}
