// What V8 made of the program's parts in earlier processes, in files beside them (docs/adr/0019-a-code-cache-beside-the-program.md).
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'

/** The code of one part, and the commands that have added to it. */
export interface CachedCode {
  readonly code: Buffer
  /** The commands whose functions are compiled in the code. */
  readonly commands: readonly string[]
}

/** The new code of one part; `code` is asked for when the file can be written. */
export interface LearntCode {
  readonly name: string
  /** The CRC-32 of the source. */
  readonly source: number
  readonly code: () => Buffer
  readonly commands: readonly string[]
}

/** What is written before the code, as a line of JSON: what it was made of, and what must come after the line. */
interface Head {
  source: number
  length: number
  code: number
  commands: string[]
}

/**
 * Flags of V8 that are kept apart: those of kepsim itself are four, and each other `--memory-limit` is one more. Where somebody tries many,
 * what was learned longest ago goes, and is learned again when it is next run.
 */
const mostFolders = 6
const newline = 10
/** The permission bits by which the group and others may write. */
const writeOfOthers = 0o022

/** A folder of code for one version of Node with one set of flags and one kind of processor. */
export class CodeCache {
  private readonly root: string
  private readonly folder: string
  private isTrusted: boolean | undefined

  /**
   * @param root the folder of all caches of the program, in the folder of the program itself
   * @param version the name of the folder for what runs: V8 refuses the code of another V8 or of other flags itself, but not that of
   * another Node with the same V8
   */
  constructor(root: string, version: string) {
    this.root = root
    this.folder = join(root, version)
  }

  /**
   * The code of a part; undefined where there is none, where it was made of another source or is damaged, and where others than who owns
   * the program might have written it.
   * @param source the CRC-32 of the source
   */
  read(name: string, source: number): CachedCode | undefined {
    try {
      const file = this.readTrusted(name)
      const end = file.indexOf(newline)
      const head = JSON.parse(file.toString('latin1', 0, end)) as Head
      const code = file.subarray(end + 1)
      const whole = code.length === head.length && head.code === crc32(code) && head.source === source
      return whole ? { code, commands: head.commands } : undefined
    } catch {
      return undefined
    }
  }

  /** Writes the code of parts; nothing where that is not possible. A reader sees a file as a whole or not at all. */
  write(parts: readonly LearntCode[]): void {
    try {
      this.makeRoom()
      for (const { name, source, code: codeOf, commands } of parts) {
        const code = codeOf()
        const head: Head = { source, length: code.length, code: crc32(code), commands: [...commands] }
        replaceFile(join(this.folder, name), Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), code]))
      }
    } catch {
      // A disk that is full, a package that cannot be written: the next process compiles as this one did.
    }
  }

  private makeRoom(): void {
    if (mkdirSync(this.folder, { recursive: true, mode: 0o755 }) === undefined) {
      // Of writers that were killed. One that writes now has lost its place, and its command is learned another time.
      for (const name of readdirSync(this.folder).filter((one) => !one.endsWith('.cjs')))
        rmSync(join(this.folder, name), { recursive: true, force: true })
      return
    }
    const folders = readdirSync(this.root)
      .map((name) => join(this.root, name))
      .filter((path) => path !== this.folder)
      .map((path) => ({ path, time: statSync(path).mtimeMs }))
      .sort((a, b) => b.time - a.time)
    for (const { path } of folders.slice(mostFolders - 1)) rmSync(path, { recursive: true, force: true })
  }

  /** @throws Error where the file is not there, or others may have written it */
  private readTrusted(name: string): Buffer {
    this.isTrusted ??= [this.root, this.folder].every((path) => this.isOwners(statSync(path)))
    const file = openSync(join(this.folder, name), 'r')
    try {
      if (!this.isTrusted || !this.isOwners(fstatSync(file))) throw new Error('others may have written it')
      return readFileSync(file)
    } finally {
      closeSync(file)
    }
  }

  private owner: number | undefined

  /** Whether the program's owner alone may write it. Where files have no owners, whoever writes the program's folder decides. */
  private isOwners({ uid, mode }: Stats): boolean {
    if (process.geteuid === undefined) return true
    this.owner ??= statSync(dirname(this.root)).uid
    return uid === this.owner && (mode & writeOfOthers) === 0
  }
}

function replaceFile(path: string, content: Buffer): void {
  const own = `${path}.${process.pid}`
  rmSync(own, { force: true })
  try {
    writeFileSync(own, content, { mode: 0o644, flag: 'wx' })
    renameSync(own, path)
  } catch (error) {
    rmSync(own, { force: true })
    throw error
  }
}
