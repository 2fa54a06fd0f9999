// Files whose text is of the moment in which they are read, as those of the kernel are.
import { type IFileSystem, InMemoryFs } from 'just-bash'
import { subFs } from './sub-fs.ts'

class KernelFs extends InMemoryFs {
  private readonly texts: () => Readonly<Record<string, string>>

  constructor(texts: () => Readonly<Record<string, string>>) {
    super({})
    this.texts = texts
    this.look()
  }

  private look(): void {
    for (const [name, text] of Object.entries(this.texts())) this.writeFileSync(`/${name}`, text)
  }

  /** All ways of reading lead here. */
  override async readFileBuffer(path: string): Promise<Uint8Array> {
    this.look()
    return super.readFileBuffer(path)
  }
}

/** A folder that nobody writes, of files whose texts are asked for when they are read. @param texts by name; the names stay */
export const kernelFiles = (texts: () => Readonly<Record<string, string>>): IFileSystem =>
  subFs(new KernelFs(texts), { root: '', readOnly: true })
