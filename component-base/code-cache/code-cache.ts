// What V8 made of the program's parts in earlier processes, in files beside them (docs/adr/0019-a-code-cache-beside-the-program.md).
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'

/** The code of one part, and the commands that have added to it. */
export interface CachedCode {
  readonly code: Buffer
  /** The commands whose functions are compiled in it. */
  readonly commands: readonly string[]
}

/** What is written before the code, as a line of JSON: what it was made of, and what must come after the line. */
interface Head {
  source: number
  length: number
  code: number
  commands: string[]
}

/** Flags of V8 that are kept apart: those of kepsim itself are three, and somebody may try others. */
const mostFolders = 6
const mostCommands = 64
const newline = 10

/** A folder of code for one V8 with one set of flags and one kind of processor. */
export class CodeCache {
  private readonly root: string
  private readonly folder: string

  /**
   * @param root the folder of all caches of the program
   * @param version what V8 and its flags are, as `v8.cachedDataVersionTag()` says it
   */
  constructor(root: string, version: number) {
    this.root = root
    this.folder = join(root, version.toString(16))
  }

  /** The code of a part; undefined where there is none, or where it was made of another source or is damaged. */
  read(name: string, source: Buffer): CachedCode | undefined {
    try {
      const file = readFileSync(join(this.folder, name))
      const end = file.indexOf(newline)
      const head = JSON.parse(file.toString('latin1', 0, end)) as Head
      const code = file.subarray(end + 1)
      const whole = code.length === head.length && head.code === crc32(code) && head.source === crc32(source)
      return whole ? { code, commands: head.commands } : undefined
    } catch {
      return undefined
    }
  }

  /** Writes the code of parts; nothing where that is not possible. A reader sees a file as a whole or not at all. */
  write(parts: Iterable<{ name: string; source: Buffer } & CachedCode>): void {
    try {
      this.makeRoom()
      for (const { name, source, code, commands } of parts) {
        const head: Head = {
          source: crc32(source),
          length: code.length,
          code: crc32(code),
          commands: commands.slice(0, mostCommands),
        }
        replaceFile(join(this.folder, name), Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), code]))
      }
    } catch {
      // A disk that is full, a package that cannot be written: the next process compiles as this one did.
    }
  }

  private makeRoom(): void {
    if (mkdirSync(this.folder, { recursive: true }) === undefined) return
    const folders = readdirSync(this.root)
      .map((name) => join(this.root, name))
      .filter((path) => path !== this.folder)
      .map((path) => ({ path, time: statSync(path).mtimeMs }))
      .sort((a, b) => b.time - a.time)
    for (const { path } of folders.slice(mostFolders - 1)) rmSync(path, { recursive: true, force: true })
  }
}

function replaceFile(path: string, content: Buffer): void {
  const own = `${path}.${process.pid}`
  try {
    writeFileSync(own, content)
    renameSync(own, path)
  } catch (error) {
    rmSync(own, { force: true })
    throw error
  }
}
